"""One loop makes known kinds again and dumps the rest whole: all stay in the order in which they came."""

import anthropic

client = anthropic.AsyncAnthropic()


async def converse(history, tools, perform):
    while True:
        reply = await client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools
        )
        kept = []
        for block in reply.content:
            if block.type == "text":
                kept.append({"type": "text", "text": block.text})
            elif block.type == "tool_use":
                kept.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
            elif block.type in ("thinking", "redacted_thinking"):
                kept.append(block.to_dict())
            else:
                kept.append(block.model_dump(exclude_none=True))
        history.append({"role": "assistant", "content": kept})
        calls = [block for block in reply.content if block.type == "tool_use"]
        if not calls:
            return reply
        results = [
            {"type": "tool_result", "tool_use_id": call.id, "content": await perform(call.name, call.input)}
            for call in calls
        ]
        history.append({"role": "user", "content": results})
