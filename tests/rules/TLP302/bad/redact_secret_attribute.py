import re

SECRET = re.compile(r"sk-[A-Za-z0-9]{20,}")


async def carry(client, thread, tools, use):
    response = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=thread, tools=tools)
    for block in response.content:
        if block.type == "thinking":
            block.thinking = SECRET.sub("[secret]", block.thinking)  # expect: TLP302
    thread.append({"role": "assistant", "content": response.content})
    outputs = [await use(b) for b in response.content if b.type == "tool_use"]
    if outputs:
        thread.append({"role": "user", "content": outputs})
        return await carry(client, thread, tools, use)
    return response
