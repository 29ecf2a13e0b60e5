import anthropic
from dataclasses import dataclass
client = anthropic.Anthropic()

@dataclass
class Action:
    tool: str
    args: dict
    ident: str

def parse(resp):
    for b in resp.content:
        if b.type == "tool_use":
            return Action(b.name, b.input, b.id)  # expect: TLP201
    return None

def loop(history, tools, run):
    while True:
        resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        history.append({"role": "assistant", "content": resp.content})
        act = parse(resp)
        if not act:
            return resp
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": act.ident, "content": run(act.tool, act.args)}]})
