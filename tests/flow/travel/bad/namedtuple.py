from collections import namedtuple
import anthropic
Parsed = namedtuple("Parsed", "text calls")

def parse(resp):
    return Parsed("".join(b.text for b in resp.content if b.type == "text"), [b for b in resp.content if b.type == "tool_use"])

def loop(client: anthropic.Anthropic, history, tools, run):
    for _ in range(10):
        text, calls = parse(client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools))
        if not calls:
            return text
        history.append({"role": "assistant", "content": [{"type": "text", "text": text}, *calls]})  # expect: TLP101
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})
