from anthropic import AnthropicBedrock


def options(effort: str) -> dict:
    if effort == "none":
        return {"thinking": {"type": "disabled"}}
    if effort == "auto":
        return {"thinking": {"type": "adaptive"}}
    return {"thinking": {"type": "enabled", "budget_tokens": {"low": 2000, "high": 16000}[effort]}}


def loop(msgs, tools, effort, run):
    client = AnthropicBedrock()
    while True:
        r = client.messages.create(
            model="anthropic.claude-opus-4-5", max_tokens=32000, messages=msgs, tools=tools, **options(effort)
        )
        msgs = [*msgs, {"role": "assistant", "content": r.content}]
        uses = [b for b in r.content if b.type == "tool_use"]
        if not uses:
            return r, msgs
        msgs = [*msgs, {"role": "user", "content": [run(u) for u in uses]}]
