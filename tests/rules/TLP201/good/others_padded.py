from anthropic import AsyncAnthropic

api = AsyncAnthropic()


async def chat(history, tools, run_tool):
    while True:
        reply = await api.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        first, *others = calls
        results = [{"type": "tool_result", "tool_use_id": first.id, "content": await run_tool(first)}]
        for skipped in others:
            note = {"type": "tool_result", "tool_use_id": skipped.id, "content": "skipped", "is_error": True}
            results.append(note)
        history.append({"role": "user", "content": results})
