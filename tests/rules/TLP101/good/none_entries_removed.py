import os

import httpx


class Raw:
    url = "https://api.anthropic.com/v1/messages"

    def __init__(self, tools):
        self.http = httpx.Client(headers={"x-api-key": os.environ["KEY"], "anthropic-version": "2023-06-01"})
        self.tools = tools
        self.past = []

    def go(self, prompt, functions):
        self.past.append({"role": "user", "content": prompt})
        while True:
            req = {"model": "claude-opus-4-5", "max_tokens": 3000, "messages": self.past, "tools": self.tools}
            answer = self.http.post(self.url, json=req).json()
            blocks = [x for x in answer["content"] if x is not None]
            self.past.append({"role": "assistant", "content": blocks})
            outs = []
            for x in blocks:
                if x["type"] == "tool_use":
                    value = functions[x["name"]](**x["input"])
                    outs.append({"type": "tool_result", "tool_use_id": x["id"], "content": value})
            if not outs:
                return answer
            self.past.append({"role": "user", "content": outs})
