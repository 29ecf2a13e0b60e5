from typing import NamedTuple
import anthropic

class Parsed(NamedTuple):
    text: str
    calls: list

def parse(resp):
    return Parsed("".join(b.text for b in resp.content if b.type == "text"), [b for b in resp.content if b.type == "tool_use"])

def loop(client: anthropic.Anthropic, history, tools, run):
    for _ in range(10):
        p = parse(client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools))
        if not p.calls:
            return p.text
        history.append({"role": "assistant", "content": [{"type": "text", "text": p.text}] + [c.model_dump() for c in p.calls]})  # expect: TLP101
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in p.calls]})
