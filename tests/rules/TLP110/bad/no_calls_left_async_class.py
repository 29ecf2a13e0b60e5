from anthropic import AsyncAnthropic


class Researcher:
    TOOLS = [
        {"type": "web_fetch_20250910", "name": "web_fetch"},
        {"name": "note", "description": "Keep a note", "input_schema": {"type": "object", "properties": {}}},
    ]

    def __init__(self, notes):
        self.client = AsyncAnthropic()
        self.notes = notes
        self.messages = []

    async def work(self, task):
        self.messages.append({"role": "user", "content": task})
        for _ in range(20):
            reply = await self.client.messages.create(
                model="claude-sonnet-4-6", max_tokens=8000, messages=self.messages, tools=self.TOOLS
            )
            self.messages.append({"role": "assistant", "content": reply.content})
            calls = [block for block in reply.content if block.type == "tool_use"]
            if not calls:  # expect: TLP110
                break
            results = []
            for call in calls:
                self.notes.append(call.input)
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": "kept"})
            self.messages.append({"role": "user", "content": results})
        return self.messages[-1]
