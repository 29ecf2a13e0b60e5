import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


class Provider:
    def __init__(self, strip):
        self.strip = strip

    def prepare(self, messages):
        out = [dict(m) for m in messages]
        if self.strip:
            for m in out:
                m.pop("reasoning_content", None)  # expect: TLP401
        return out

    def chat(self, messages, tools):
        kwargs = {"model": self.model, "messages": self.prepare(messages), "tools": tools}
        m = client.chat.completions.create(**kwargs).choices[0].message
        return {"role": "assistant", "content": m.content, "tool_calls": m.tool_calls}  # expect: TLP107
