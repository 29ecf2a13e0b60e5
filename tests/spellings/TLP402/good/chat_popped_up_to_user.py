import json
from openai import OpenAI

client = OpenAI()
MAX = 40


def estimate(m):
    return len(str(m)) // 4


class Agent:
    def __init__(self, system, tools, run):
        self.messages = [{"role": "system", "content": system}]
        self.history = self.messages
        self.tools, self.run = tools, run
        self.max_history = 30

    def shorten(self):
        while len(self.messages) > MAX:
            self.messages.pop(1)
            while len(self.messages) > 1 and self.messages[1]["role"] != "user":
                self.messages.pop(1)

    def answer(self, question):
        self.messages.append({"role": "user", "content": question})
        pass
        while True:
            self.shorten()
            reply = client.chat.completions.create(model="gpt-4.1", messages=self.messages, tools=self.tools)
            message = reply.choices[0].message
            self.messages.append(message)
            if not message.tool_calls:
                return message.content
            for call in message.tool_calls:
                self.messages.append({"role": "tool", "tool_call_id": call.id, "content": self.run(call)})
