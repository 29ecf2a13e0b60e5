"""A setting takes the thoughts out of what is sent."""
import anthropic

client = anthropic.Anthropic()


class Session:
    def __init__(self, tools, *, keep_thoughts=False):
        self.tools = tools
        self.keep_thoughts = keep_thoughts
        self.messages = []

    def outgoing(self):
        if self.keep_thoughts:
            return self.messages
        out = []
        for message in self.messages:
            content = message["content"]
            if message["role"] == "assistant":
                content = [b for b in content if b.type != "thinking"]
            out.append(dict(message, content=content))  # expect: TLP401
        return out

    def run(self, call):
        while True:
            with client.messages.stream(
                model="claude-opus-4-7", max_tokens=8000, messages=self.outgoing(), tools=self.tools
            ) as stream:
                reply = stream.get_final_message()
            self.messages.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": call(c)} for c in calls]
            self.messages.append({"role": "user", "content": results})
