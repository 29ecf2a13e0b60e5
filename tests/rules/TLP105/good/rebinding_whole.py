"""A history that is put together anew each round, the turn in it by its own words for itself."""

import anthropic


async def answer(client: anthropic.AsyncAnthropic, question, tools, run):
    messages = [{"role": "user", "content": question}]
    while True:
        reply = await client.messages.create(model="claude-haiku-4-5", max_tokens=1024, tools=tools, messages=messages)
        messages = messages + [{"role": reply.role, "content": reply.content}]
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": await run(b)} for b in reply.content if b.type == "tool_use"
        ]
        if not results:
            return reply
        messages = messages + [{"role": "user", "content": results}]
