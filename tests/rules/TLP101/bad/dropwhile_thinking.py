from itertools import dropwhile

from anthropic import AsyncAnthropic


def visible(blocks):
    return list(dropwhile(lambda block: block.type == "thinking", blocks))


async def answer(client: AsyncAnthropic, transcript: list, tools: list, dispatch):
    for _ in range(25):
        message = await client.messages.create(
            model="claude-opus-4-5", max_tokens=8192, messages=transcript, tools=tools
        )
        transcript.append({"role": "assistant", "content": visible(message.content)})  # expect: TLP101, TLP403
        if message.stop_reason != "tool_use":
            return message
        transcript.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": b.id, "content": await dispatch(b)}
                    for b in message.content
                    if b.type == "tool_use"
                ],
            }
        )
    raise RuntimeError("too many rounds")
