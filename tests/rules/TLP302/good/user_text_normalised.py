import unicodedata

from anthropic import AsyncAnthropic


class Room:
    def __init__(self, tools):
        self.sdk = AsyncAnthropic()
        self.tools = tools
        self.talk = []

    def hear(self, text):
        text = unicodedata.normalize("NFC", text).strip().replace("\r\n", "\n")
        self.talk.append({"role": "user", "content": [{"type": "text", "text": text}]})

    async def answer(self, use):
        while True:
            m = await self.sdk.messages.create(
                model="claude-opus-4-5", max_tokens=1200, messages=self.talk, tools=self.tools
            )
            self.talk.append({"role": "assistant", "content": m.content})
            outs = [await use(b) for b in m.content if b.type == "tool_use"]
            if not outs:
                return m
            self.talk.append({"role": "user", "content": outs})
