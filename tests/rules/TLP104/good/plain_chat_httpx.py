import os

import httpx


class Chat:
    def __init__(self, model="claude-haiku-4-5"):
        self.model = model
        self.http = httpx.Client(
            base_url="https://api.anthropic.com",
            headers={"x-api-key": os.environ["ANTHROPIC_API_KEY"], "anthropic-version": "2023-06-01"},
        )
        self.log = []

    def say(self, text):
        self.log.append({"role": "user", "content": text})
        body = {"model": self.model, "max_tokens": 500, "messages": self.log}
        data = self.http.post("/v1/messages", json=body).json()
        answer = "".join(c["text"] for c in data["content"] if c["type"] == "text")
        self.log.append({"role": "assistant", "content": answer})
        return answer
