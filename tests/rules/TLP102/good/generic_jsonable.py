import json
import pathlib

from anthropic import Anthropic


def jsonable(value):
    """Anything from the SDK to plain JSON."""
    if isinstance(value, dict):
        return {k: jsonable(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [jsonable(v) for v in value]
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return value


def resume(path: pathlib.Path, tools, use):
    saved = json.loads(path.read_text())
    client = Anthropic()
    while True:
        message = client.messages.create(model="claude-opus-4-5", max_tokens=2500, messages=saved, tools=tools)
        saved.append({"role": "assistant", "content": jsonable(message.content)})
        uses = [b for b in message.content if b.type == "tool_use"]
        if uses:
            saved.append({"role": "user", "content": [use(u) for u in uses]})
        path.write_text(json.dumps(saved))
        if not uses:
            return saved
