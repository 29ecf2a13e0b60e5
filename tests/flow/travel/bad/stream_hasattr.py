import json
import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        blocks, cur, buf = [], None, ""
        with client.messages.stream(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools) as s:
            for ev in s:
                if ev.type == "content_block_start":
                    if ev.content_block.type == "tool_use":
                        cur = {"type": "tool_use", "id": ev.content_block.id, "name": ev.content_block.name, "input": {}}
                    else:
                        cur = {"type": "text", "text": ""}
                elif ev.type == "content_block_delta":
                    if hasattr(ev.delta, "text") and ev.delta.text:  # expect: TLP502
                        cur["text"] += ev.delta.text
                    elif hasattr(ev.delta, "partial_json") and ev.delta.partial_json:
                        buf += ev.delta.partial_json
                elif ev.type == "content_block_stop":
                    if cur["type"] == "tool_use":
                        cur["input"] = json.loads(buf or "{}")
                        buf = ""
                    blocks.append(cur)
        history.append({"role": "assistant", "content": blocks})
        calls = [b for b in blocks if b["type"] == "tool_use"]
        if not calls:
            return blocks
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c["id"], "content": run(c)} for c in calls]})
