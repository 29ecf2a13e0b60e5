import json
import os

import requests


def canonical(blocks):
    """Sorted keys make the stored turns diff nicely; values stay as they came."""
    return json.loads(json.dumps(blocks, sort_keys=True, ensure_ascii=False))


class Log:
    def __init__(self):
        self.http = requests.Session()
        self.http.headers.update({"x-api-key": os.environ["KEY"], "anthropic-version": "2023-06-01"})
        self.turns = []

    def step(self, tools, use):
        body = {"model": "claude-opus-4-5", "max_tokens": 1200, "messages": self.turns, "tools": tools}
        data = self.http.post("https://api.anthropic.com/v1/messages", json=body).json()
        self.turns.append({"role": "assistant", "content": canonical(data["content"])})
        outs = [use(b) for b in data["content"] if b["type"] == "tool_use"]
        if outs:
            self.turns.append({"role": "user", "content": outs})
        return bool(outs)
