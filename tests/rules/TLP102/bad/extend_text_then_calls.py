import requests

URL = "https://api.anthropic.com/v1/messages"


class Bot:
    def __init__(self, key, tools, functions):
        self.session = requests.Session()
        self.session.headers.update({"x-api-key": key, "anthropic-version": "2023-06-01"})
        self.tools, self.functions = tools, functions
        self.lines = []

    def say(self, text):
        self.lines.append({"role": "user", "content": text})
        while True:
            body = {"model": "claude-opus-4-5", "max_tokens": 2000, "messages": self.lines, "tools": self.tools}
            data = self.session.post(URL, json=body).json()
            prose = "".join(x["text"] for x in data["content"] if x["type"] == "text")
            uses = [x for x in data["content"] if x["type"] == "tool_use"]
            turn = []
            if prose:
                turn.append({"type": "text", "text": prose})
            for u in uses:
                turn.append({"type": "tool_use", "id": u["id"], "name": u["name"], "input": u["input"]})
            self.lines.append({"role": "assistant", "content": turn})  # expect: TLP102
            if not uses:
                return prose
            results = [
                {"type": "tool_result", "tool_use_id": u["id"], "content": self.functions[u["name"]](u["input"])}
                for u in uses
            ]
            self.lines.append({"role": "user", "content": results})
