import anthropic


class Terminal:
    """A chat in a terminal."""

    MODEL = "claude-opus-4-1"

    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.run = run

    def main(self):
        history = []
        for line in iter(lambda: input("you: "), ""):
            history.append({"role": "user", "content": line})  # expect: TLP409
            while True:
                reply = self.client.messages.create(
                    model=self.MODEL,
                    max_tokens=9000,
                    messages=history,
                    tools=self.tools,
                    thinking={"type": "enabled", "budget_tokens": 5000},
                )
                history += [{"role": "assistant", "content": reply.content}]
                results = [self.run(b) for b in reply.content if b.type == "tool_use"]
                if not results:
                    print("".join(b.text for b in reply.content if b.type == "text"))
                    break
                history += [{"role": "user", "content": results}]
