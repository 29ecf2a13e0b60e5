from anthropic import Anthropic


def request(history, tools, thinking_budget=None):
    options = {}
    if thinking_budget:
        options["thinking"] = {"type": "enabled", "budget_tokens": thinking_budget}
    return Anthropic().messages.create(
        model="claude-opus-4-5", max_tokens=20000, messages=history, tools=tools, **options
    )


def loop(history, tools, use, thinking=None):
    while True:
        reply = request(history, tools, thinking or None)
        history.append({"role": "assistant", "content": reply.content})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        history.append({"role": "user", "content": [use(u) for u in uses]})
