"""The turn goes into the history only when all its calls are answered; a user who says no leaves it closed."""

import anthropic

client = anthropic.AsyncAnthropic()


async def converse(socket, history, tools, execute):
    while True:
        answer = await client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        uses = [block for block in answer.content if block.type == "tool_use"]
        if not uses:
            history.append({"role": "assistant", "content": answer.content})
            return
        outcome = []
        for use in uses:
            if not await socket.confirm(use.name):
                await socket.send("stopped")
                return
            outcome.append({"type": "tool_result", "tool_use_id": use.id, "content": await execute(use)})
        history.append({"role": "assistant", "content": answer.content})
        history.append({"role": "user", "content": outcome})
