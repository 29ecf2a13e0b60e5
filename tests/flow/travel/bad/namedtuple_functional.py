import collections
import anthropic
Parsed = collections.namedtuple("Parsed", ["text", "calls"])

def parse(resp):
    return Parsed(text="".join(b.text for b in resp.content if b.type == "text"), calls=[b for b in resp.content if b.type == "tool_use"])

def loop(client: anthropic.Anthropic, history, tools, run):
    for _ in range(10):
        p = parse(client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools))
        if not p.calls:
            return p.text
        history.append({"role": "assistant", "content": [{"type": "text", "text": p.text}] + [{"type": "tool_use", "id": c.id, "name": c.name, "input": c.input} for c in p.calls]})  # expect: TLP102
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in p.calls]})
