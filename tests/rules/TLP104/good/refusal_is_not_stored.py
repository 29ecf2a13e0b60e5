import anthropic


def guarded(client: anthropic.Anthropic, dialog, tools, run):
    while True:
        got = client.messages.create(model="claude-opus-4-6", max_tokens=1000, messages=dialog, tools=tools)
        if got.stop_reason == "refusal":
            return "I cannot help with that."
        dialog.append({"role": "assistant", "content": got.content})
        if got.stop_reason != "tool_use":
            return "".join(b.text for b in got.content if b.type == "text")
        dialog.append({"role": "user", "content": [run(b) for b in got.content if b.type == "tool_use"]})
