import warnings

from anthropic import AnthropicBedrock


def loop(chat, tools, run):
    bedrock = AnthropicBedrock()
    while True:
        m = bedrock.messages.create(
            model="anthropic.claude-sonnet-4-5", max_tokens=1800, messages=chat, tools=tools
        )
        if m.content and m.content[0].type not in ("thinking", "redacted_thinking"):
            warnings.warn("the turn does not start with thinking", stacklevel=2)
        chat += [{"role": "assistant", "content": m.content}]
        outs = [run(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        chat += [{"role": "user", "content": outs}]
