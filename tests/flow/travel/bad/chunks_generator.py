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

def stream(client: anthropic.Anthropic, history, tools):
    resp = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
    for b in resp.content:
        if b.type == "text":
            yield TextChunk(b.text)
        elif b.type == "tool_use":
            yield CallChunk(b.id, b.name, b.input)

def loop(client, history, tools, run):
    while True:
        content, results = [], []
        for chunk in stream(client, history, tools):
            if isinstance(chunk, TextChunk):
                content.append({"type": "text", "text": chunk.text})
            elif isinstance(chunk, CallChunk):
                content.append({"type": "tool_use", "id": chunk.id, "name": chunk.name, "input": chunk.args})
                results.append({"type": "tool_result", "tool_use_id": chunk.id, "content": run(chunk)})
        history.append({"role": "assistant", "content": content})  # expect: TLP102
        if not results:
            return
        history.append({"role": "user", "content": results})
