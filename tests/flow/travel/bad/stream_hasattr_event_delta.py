import json
import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        text, calls, buf, name, ident = "", [], "", None, None
        for ev in client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools, stream=True):
            if hasattr(ev, "content_block") and ev.content_block.type == "tool_use":
                name, ident, buf = ev.content_block.name, ev.content_block.id, ""
            elif hasattr(ev, "delta"):
                if hasattr(ev.delta, "text"):  # expect: TLP502
                    text += ev.delta.text
                    print(ev.delta.text)
                elif hasattr(ev.delta, "partial_json"):
                    buf += ev.delta.partial_json
            elif ev.type == "content_block_stop" and name:
                calls.append({"type": "tool_use", "id": ident, "name": name, "input": json.loads(buf)})
                name = None
        content = [{"type": "text", "text": text}] if text else []
        content += calls
        history.append({"role": "assistant", "content": content})
        if not calls:
            return text
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c["id"], "content": run(c)} for c in calls]})
