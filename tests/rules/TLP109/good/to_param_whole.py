from anthropic import Anthropic


class Loop:
    def __init__(self):
        self.client = Anthropic()
        self.past = []

    def round(self, tools, answer):
        reply = self.client.messages.create(
            model="claude-sonnet-4-6", max_tokens=1000, messages=self.past, tools=tools
        )
        self.past.append(reply.to_param())
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if results:
            self.past.append({"role": "user", "content": results})
        return bool(results)
