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
        msgs.append({"role": "assistant", "content": m.content})
        if m.stop_reason != "tool_use":
            return m
        msgs.append({"role": "user", "content": [runner(b) for b in m.content if b.type == "tool_use"]})
