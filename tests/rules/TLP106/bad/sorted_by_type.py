"""The blocks are put into an order that the program finds nicer."""

import anthropic

RANK = {"redacted_thinking": 0, "thinking": 1, "text": 2, "tool_use": 3}


async def agent(messages, tools, dispatch):
    client = anthropic.AsyncAnthropic()
    while True:
        message = await client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        )
        ordered = sorted(message.content, key=lambda block: RANK.get(block.type, 9))
        messages.append({"role": "assistant", "content": ordered})  # expect: TLP106
        results = []
        for block in message.content:
            if block.type == "tool_use":
                output = await dispatch(block.name, block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
        if not results:
            return message
        messages.append({"role": "user", "content": results})
