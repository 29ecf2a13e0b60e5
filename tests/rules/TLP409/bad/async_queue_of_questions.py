from anthropic import AsyncAnthropic

THINK = {"type": "enabled", "budget_tokens": 6000}


async def serve(queue, tools, run):
    client = AsyncAnthropic()
    turns = []
    while True:
        question = await queue.get()
        if question is None:
            return turns
        turns.append({"role": "user", "content": question})  # expect: TLP409
        for _ in range(10):
            reply = await client.messages.create(
                model="claude-haiku-4-5", max_tokens=10000, messages=turns, tools=tools, thinking=THINK
            )
            turns.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            turns.append({"role": "user", "content": [await run(b) for b in reply.content if b.type == "tool_use"]})
