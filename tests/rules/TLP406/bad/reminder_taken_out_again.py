import anthropic


class Coach:
    def __init__(self):
        self.client = anthropic.Anthropic()
        self.log = []

    def work(self, tools, answer):
        while True:
            self.log.append({"role": "user", "content": "Remember to cite."})  # expect: TLP406
            reply = self.client.messages.create(
                model="claude-opus-5-5", max_tokens=4096, messages=self.log, tools=tools
            )
            self.log.pop()
            self.log.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            if not results:
                return reply
            self.log.append({"role": "user", "content": results})
