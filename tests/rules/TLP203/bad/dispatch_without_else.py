import os

import requests

URL = "https://api.anthropic.com/v1/messages"


class Office:
    def __init__(self, tools, calendar, mail):
        self.tools = tools
        self.calendar = calendar
        self.mail = mail

    def post(self, messages):
        body = {"model": "claude-opus-4-5", "max_tokens": 2000, "messages": messages, "tools": self.tools}
        headers = {"x-api-key": os.environ.get("ANTHROPIC_API_KEY", ""), "anthropic-version": "2023-06-01"}
        return requests.post(URL, json=body, headers=headers).json()

    def work(self, messages):
        while True:
            data = self.post(messages)
            messages.append({"role": "assistant", "content": data["content"]})
            if data["stop_reason"] != "tool_use":
                return data
            answers = []
            for part in data["content"]:
                if part["type"] != "tool_use":
                    continue
                if part["name"] == "calendar":
                    output = self.calendar(part["input"])
                    answers.append({"type": "tool_result", "tool_use_id": part["id"], "content": output})
                elif part["name"] == "mail":  # expect: TLP203
                    output = self.mail(part["input"])
                    answers.append({"type": "tool_result", "tool_use_id": part["id"], "content": output})
            messages.append({"role": "user", "content": answers})
