"""The turn as plain data, by the model's own dump."""

import anthropic


class Rounds:
    def __init__(self, tools, table):
        self.client = anthropic.Anthropic()
        self.tools, self.table = tools, table
        self.log = []

    def go(self, question):
        self.log.append({"role": "user", "content": question})
        stop = "tool_use"
        while stop == "tool_use":
            raw = self.client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.log, tools=self.tools
            ).to_dict()
            stop = raw["stop_reason"]
            self.log.append({k: raw[k] for k in ("role", "content")})
            answers = []
            for block in raw["content"]:
                if block["type"] == "tool_use":
                    output = self.table[block["name"]](**block["input"])
                    answers.append({"type": "tool_result", "tool_use_id": block["id"], "content": output})
            if answers:
                self.log.append({"role": "user", "content": answers})
        return self.log
