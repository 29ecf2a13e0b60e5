import json
import anthropic
client = anthropic.Anthropic()

def loop(history, tools, run):
    while True:
        blocks, cur, buf = [], None, ""
        with client.messages.stream(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools) as s:
            for ev in s:
                if ev.type == "content_block_start":
                    cur = ev.content_block.model_dump()
                    buf = ""
                elif ev.type == "content_block_delta":
                    if ev.delta.type == "text_delta":  # expect: TLP502
                        cur["text"] += ev.delta.text
                    elif ev.delta.type == "input_json_delta":
                        buf += ev.delta.partial_json
                elif ev.type == "content_block_stop":
                    if cur["type"] == "tool_use":
                        cur["input"] = json.loads(buf or "{}")
                    blocks.append(cur)
        history.append({"role": "assistant", "content": blocks})
        calls = [b for b in blocks if b["type"] == "tool_use"]
        if not calls:
            return blocks
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c["id"], "content": run(c)} for c in calls]})
