import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


class Agent:
    def __init__(self):
        self.messages = []

    def run(self, q):
        self.messages.append({"role": "user", "content": q})
        for _ in range(10):
            m = (client.chat.completions.create(model="gpt-4o", messages=self.messages, tools=TOOLS)).choices[0].message
            self.messages.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})
            if not m.tool_calls:
                return m.content
            for tool_call in m.tool_calls:
                result = self.call(tool_call)
                self.messages.append({"role": "tool", "tool_call_id": tool_call.function.name, "content": result})  # expect: TLP204
