import msgspec
import anthropic

class Call(msgspec.Struct):
    id: str
    name: str
    args: dict

class Reply(msgspec.Struct):
    text: str
    calls: list[Call]
    blocks: list

client = anthropic.Anthropic()

def read(resp) -> Reply:
    text, calls = "", []
    for b in resp.content:
        if b.type == "text":
            text += b.text
        elif b.type == "tool_use":
            calls.append(Call(b.id, b.name, b.input))
    return Reply(text, calls, resp.content)

def write(r: Reply):
    return {"role": "assistant", "content": r.blocks}

def loop(history, tools, run):
    while True:
        r = read(client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools))
        history.append(write(r))
        if not r.calls:
            return r.text
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in r.calls]})
