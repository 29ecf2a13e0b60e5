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
            for c in m.tool_calls:
                out = self.call(c)
                self.messages.append({"role": "tool", "tool_call_id": c.id, "content": out})
                if c.function.name == "finish":
                    return out  # expect: TLP203
