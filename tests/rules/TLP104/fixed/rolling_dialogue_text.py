from typing import Any

from anthropic import AsyncAnthropic


class Concierge:
    def __init__(self, tools: list[Any], desk: Any) -> None:
        self.llm = AsyncAnthropic()
        self.tools = tools
        self.desk = desk
        self.dialogue: list[dict[str, Any]] = []

    async def handle(self, guest: str) -> str:
        self.dialogue.append({"role": "user", "content": guest})
        while True:
            reply = await self.llm.messages.create(
                model="claude-sonnet-4-6", max_tokens=1000, messages=self.dialogue, tools=self.tools
            )
            words = [b.text for b in reply.content if b.type == "text"]
            self.dialogue += [{"role": "assistant", "content": reply.content}]
            if reply.stop_reason != "tool_use":
                return "\n".join(words)
            outs = []
            for b in reply.content:
                if b.type == "tool_use":
                    outs.append({"type": "tool_result", "tool_use_id": b.id, "content": await self.desk(b)})
            self.dialogue += [{"role": "user", "content": outs}]
