"""Another request gets the talk as text, to find a title for it."""

import json

from anthropic import AsyncAnthropic


class Titles:
    def __init__(self, client: AsyncAnthropic):
        self.client = client

    def told(self, messages: list) -> str:
        short = []
        for m in messages:
            if m["role"] != "assistant":
                short.append(m)
                continue
            short.append(
                {
                    "role": "assistant",
                    "content": [
                        {"type": "tool_use", "id": b["id"], "name": b["name"], "input": b["input"]}
                        if b["type"] == "tool_use"
                        else {"type": "text", "text": b["text"]}
                        for b in m["content"]
                        if b["type"] in ("text", "tool_use")
                    ],
                }
            )
        text = json.dumps(short, ensure_ascii=False)
        return text

    async def title(self, messages: list) -> str:
        got = await self.client.messages.create(
            model="claude-haiku-4-5",
            max_tokens=30,
            messages=[{"role": "user", "content": f"A title for this talk:\n{self.told(messages)}"}],
        )
        return got.content[0].text
