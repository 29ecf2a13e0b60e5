import json

import anthropic

client = anthropic.Anthropic()


def loop(history, tools, use, sink):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=history, tools=tools)
        shown = m.model_dump()
        for block in shown["content"]:
            block.pop("signature", None)
        sink.write(json.dumps({"role": "assistant", "content": shown["content"]}) + "\n")
        history.append({"role": "assistant", "content": m.content})
        results = [use(b) for b in m.content if b.type == "tool_use"]
        if not results:
            return m
        history.append({"role": "user", "content": results})
