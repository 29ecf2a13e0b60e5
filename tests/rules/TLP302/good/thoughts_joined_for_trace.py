from anthropic import Anthropic


def reasoning_summary(message):
    pieces = [b.thinking.strip() for b in message.content if b.type == "thinking"]
    return "\n\n".join(p for p in pieces if p)


class Tracer:
    def __init__(self):
        self.client = Anthropic()
        self.rows = []

    def loop(self, history, tools, use):
        while True:
            m = self.client.messages.create(
                model="claude-opus-4-5", max_tokens=1200, messages=history, tools=tools
            )
            self.rows.append({"role": "assistant", "reasoning_content": reasoning_summary(m)})
            history = [*history, {"role": "assistant", "content": m.content}]
            outs = [use(b) for b in m.content if b.type == "tool_use"]
            if not outs:
                return history
            history = [*history, {"role": "user", "content": outs}]
