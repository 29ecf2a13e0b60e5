import anthropic


def move_breakpoint(messages):
    for m in messages:
        if isinstance(m["content"], list):
            for block in m["content"]:
                block.pop("cache_control", None)
    last = messages[-1]["content"]
    if isinstance(last, list) and last and last[-1]["type"] not in ("thinking", "redacted_thinking"):
        last[-1]["cache_control"] = {"type": "ephemeral"}


def agent(prompt, tools, do):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": [{"type": "text", "text": prompt}]}]
    while True:
        move_breakpoint(messages)
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in r.content]})
        outs = [do(b) for b in r.content if b.type == "tool_use"]
        if not outs:
            return r
        messages.append({"role": "user", "content": outs})
