"""A client that went away: what was said so far is stored, so that the next request knows of it."""

import asyncio

import anthropic


class Conversation:
    def __init__(self, tools):
        self.client = anthropic.AsyncAnthropic()
        self.tools = tools
        self.messages = []

    async def answer(self, text, send):
        self.messages.append({"role": "user", "content": text})
        async with self.client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=self.tools
        ) as stream:
            try:
                async for event in stream:
                    if event.type == "text":
                        await send(event.text)
            except (asyncio.CancelledError, ConnectionError):
                partial = stream.current_message_snapshot
                self.messages.append({"role": "assistant", "content": partial.content})  # expect: TLP503
                raise
            final = await stream.get_final_message()
        self.messages.append({"role": "assistant", "content": final.content})
        return final
