"""Each block is turned into data when the transcript is written."""
import json
import os

from anthropic import AsyncAnthropic


class Session:
    def __init__(self, path, tools, run):
        self.client = AsyncAnthropic()
        self.path, self.tools, self.run = path, tools, run
        self.messages = []

    def load(self):
        if os.path.exists(self.path):
            with open(self.path, encoding="utf-8") as file:
                self.messages = json.load(file)["messages"]

    def store(self):
        kept = []
        for message in self.messages:
            content = message["content"]
            if isinstance(content, list):
                content = [block if isinstance(block, dict) else block.model_dump() for block in content]
            kept.append({"role": message["role"], "content": content})
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"version": 2, "messages": kept}, file, indent=2)

    async def ask(self, text):
        self.messages.append({"role": "user", "content": text})
        while True:
            answer = await self.client.messages.create(
                model="claude-sonnet-4-5", max_tokens=4096, messages=self.messages, tools=self.tools
            )
            self.messages.append({"role": "assistant", "content": [b.to_dict() for b in answer.content]})
            if answer.stop_reason != "tool_use":
                break
            results = []
            for block in answer.content:
                if block.type == "tool_use":
                    output = await self.run(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            self.messages.append({"role": "user", "content": results})
        self.store()
        return answer
