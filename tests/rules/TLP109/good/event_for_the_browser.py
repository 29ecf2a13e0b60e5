import anthropic


async def talk(socket, messages, tools, answer):
    client = anthropic.AsyncAnthropic()
    while True:
        reply = await client.messages.create(model="claude-opus-4-7", max_tokens=900, messages=messages, tools=tools)
        await socket.send_json({"role": "assistant", "content": [block.model_dump() for block in reply.content]})
        messages.append({"role": "assistant", "content": reply.content})
        results = [await answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            return
        messages.append({"role": "user", "content": results})
