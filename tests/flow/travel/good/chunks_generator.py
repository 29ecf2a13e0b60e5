import anthropic
from dataclasses import dataclass

@dataclass
class TextChunk:
    text: str

@dataclass
class CallChunk:
    id: str
    name: str
    args: dict

@dataclass
class Turn:
    blocks: list

def stream(client: anthropic.Anthropic, history, tools):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    for b in resp.content:
        if b.type == "text":
            yield TextChunk(b.text)
        elif b.type == "tool_use":
            yield CallChunk(b.id, b.name, b.input)
    yield Turn(resp.content)

def loop(client, history, tools, run):
    while True:
        blocks, results = [], []
        for chunk in stream(client, history, tools):
            if isinstance(chunk, TextChunk):
                print(chunk.text)
            elif isinstance(chunk, CallChunk):
                results.append({"type": "tool_result", "tool_use_id": chunk.id, "content": run(chunk)})
            else:
                blocks = chunk.blocks
        history.append({"role": "assistant", "content": blocks})
        if not results:
            return
        history.append({"role": "user", "content": results})
