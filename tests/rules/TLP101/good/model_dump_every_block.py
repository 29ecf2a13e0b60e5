import json
import pathlib

from anthropic import Anthropic


class Session:
    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.api = Anthropic()
        self.turns = json.loads(path.read_text()) if path.exists() else []

    def advance(self, tools, registry):
        response = self.api.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=self.turns, tools=tools)
        self.turns.append({"role": "assistant", "content": [block.to_dict() for block in response.content]})
        results = []
        for block in response.content:
            if block.type == "tool_use":
                handler = registry.get(block.name)
                text = handler(**block.input) if handler else f"no tool named {block.name}"
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": text})
        if results:
            self.turns.append({"role": "user", "content": results})
        self.path.write_text(json.dumps(self.turns))
        return bool(results)
