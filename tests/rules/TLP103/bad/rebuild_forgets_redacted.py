from anthropic import Anthropic

client = Anthropic()


def work(msgs, tools, runner):
    while True:
        m = client.messages.create(
            model="claude-3-7-sonnet-latest",
            max_tokens=12000,
            thinking={"type": "enabled", "budget_tokens": 6000},
            tools=tools,
            messages=msgs,
        )
        parts = []
        for b in m.content:
            if b.type == "text":
                parts.append({"type": "text", "text": b.text})
            elif b.type == "thinking":
                parts.append({"type": "thinking", "thinking": b.thinking, "signature": b.signature})
            elif b.type == "tool_use":
                parts.append({"type": "tool_use", "id": b.id, "name": b.name, "input": b.input})
        msgs.append({"role": "assistant", "content": parts})  # expect: TLP103
        if m.stop_reason != "tool_use":
            return m
        msgs.append({"role": "user", "content": [runner(b) for b in m.content if b.type == "tool_use"]})
