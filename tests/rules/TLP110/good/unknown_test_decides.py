from anthropic import AsyncAnthropic

client = AsyncAnthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


async def agent(history, tools, run, policy):
    while True:
        reply = await client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        if policy.is_over(reply):
            return reply
        results = [await run(b) for b in reply.content if b.type == "tool_use"]
        if results:
            history.append({"role": "user", "content": results})
