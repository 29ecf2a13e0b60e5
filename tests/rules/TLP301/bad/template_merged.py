from anthropic import AnthropicVertex

vertex = AnthropicVertex(region="global", project_id="p")
TEMPLATE = {"type": "thinking", "signature": "c2lnbmF0dXJl"}


def with_plan(plan, blocks):
    return [{**TEMPLATE, "thinking": plan}, *blocks]  # expect: TLP301


def loop(history, tools, use, planner):
    while True:
        m = vertex.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history += [{"role": "assistant", "content": with_plan(planner(history), m.content)}]
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        history += [{"role": "user", "content": outs}]
