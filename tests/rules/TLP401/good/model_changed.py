"""The model was changed: signatures of the old one are refused."""
import anthropic

client = anthropic.Anthropic()


class Agent:
    def __init__(self, tools):
        self.tools = tools
        self.history = []
        self.signed_by = None

    def strip(self):
        for message in self.history:
            if message["role"] == "assistant":
                message["content"] = [b for b in message["content"] if b.type not in ("thinking", "redacted_thinking")]

    def work(self, model, run):
        while True:
            if model != self.signed_by:
                self.strip()
                self.signed_by = model
            reply = client.messages.create(model=model, max_tokens=8000, messages=self.history, tools=self.tools)
            self.history.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]
            self.history.append({"role": "user", "content": results})
