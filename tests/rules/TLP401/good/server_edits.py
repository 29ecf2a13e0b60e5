"""The provider is told to clear old thoughts itself."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    edits = {"edits": [{"type": "clear_thinking_20251015", "keep": {"type": "thinking_turns", "value": 2}}]}
    while True:
        reply = client.beta.messages.create(
            model="claude-opus-4-7",
            max_tokens=8000,
            messages=history,
            tools=tools,
            betas=["context-management-2025-06-27"],
            context_management=edits,
        )
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
