from pydantic import BaseModel


class Bubble(BaseModel):
    type: str
    thinking: str | None = None
    text: str | None = None


def bubbles(message):
    """What the browser draws."""
    for b in message.content:
        if b.type == "thinking":
            yield Bubble(type="thinking", thinking=b.thinking)
        elif b.type == "text":
            yield Bubble(type="text", text=b.text)


async def round_trip(client, memory, tools, use, socket):
    reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=memory, tools=tools)
    for bubble in bubbles(reply):
        await socket.send_json({"role": "assistant", **bubble.model_dump()})
    memory.append({"role": "assistant", "content": reply.content})
    results = [await use(b) for b in reply.content if b.type == "tool_use"]
    if results:
        memory.append({"role": "user", "content": results})
    return bool(results)
