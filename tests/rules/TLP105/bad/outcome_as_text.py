"""What the tool said is told to the model as a sentence; that it had asked is not."""

import anthropic


class Assistant:
    def __init__(self, session):
        self.session = session
        self.anthropic = anthropic.AsyncAnthropic()

    async def process(self, query, tools):
        messages = [{"role": "user", "content": query}]
        spoken = []
        for _ in range(5):
            response = await self.anthropic.messages.create(
                model="claude-sonnet-4-6", max_tokens=1000, messages=messages, tools=tools
            )
            asked = False
            for content in response.content:
                if content.type == "text":
                    spoken.append(content.text)
                elif content.type == "tool_use":
                    asked = True
                    result = await self.session.call_tool(content.name, content.input)
                    messages.append({"role": "user", "content": f"{content.name} returned: {result}"})  # expect: TLP105
            if not asked:
                break
        return "\n".join(spoken)
