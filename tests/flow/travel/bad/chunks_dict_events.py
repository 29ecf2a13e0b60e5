import anthropic

def events(client: anthropic.Anthropic, history, tools):
    with client.messages.stream(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools) as s:
        for text in s.text_stream:
            yield {"kind": "text", "text": text}
        final = s.get_final_message()
    for b in final.content:
        if b.type == "tool_use":
            yield {"kind": "call", "id": b.id, "name": b.name, "args": b.input}

def loop(client, history, tools, run):
    while True:
        text, calls = "", []
        for ev in events(client, history, tools):
            if ev["kind"] == "text":
                text += ev["text"]
            elif ev["kind"] == "call":
                calls.append(ev)
        content = [{"type": "text", "text": text}] if text else []
        content.extend({"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["args"]} for c in calls)
        history.append({"role": "assistant", "content": content})  # expect: TLP102
        if not calls:
            return text
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c["id"], "content": run(c)} for c in calls]})
