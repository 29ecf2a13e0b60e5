import anthropic


class Chat:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.history = []

    def say(self, text, answer):
        self.history.append({"role": "user", "content": text})
        while True:
            reply = self.client.messages.create(
                model="claude-sonnet-4-5",
                max_tokens=8000,
                messages=self.history,
                tools=self.tools,
                thinking={"type": "enabled", "budget_tokens": 4000},
            )
            self.history.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            if not results:
                return reply
            self.history.append({"role": "user", "content": results})
