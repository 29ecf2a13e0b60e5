from typing import TypedDict
import anthropic

class Parsed(TypedDict):
    text: str
    calls: list
    turn: list

def parse(resp: anthropic.types.Message) -> Parsed:
    return Parsed(text="".join(b.text for b in resp.content if b.type == "text"), calls=[b for b in resp.content if b.type == "tool_use"], turn=resp.content)

def loop(client, history, tools, run):
    for _ in range(10):
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        p = parse(resp)
        if not p["calls"]:
            return p["text"]
        history.append({"role": "assistant", "content": p["turn"]})
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in p["calls"]]})
