"""A turn of thinking alone: no text to answer with, no calls, and yet a message of results."""
import anthropic


class Runner:
    def __init__(self, tools, dispatch):
        self.client = anthropic.Anthropic()
        self.tools, self.dispatch = tools, dispatch
        self.messages = []

    def run(self, task):
        self.messages.append({"role": "user", "content": task})
        for _ in range(25):
            reply = self.client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=self.tools
            )
            calls = [b for b in reply.content if b.type == "tool_use"]
            said = "".join(b.text for b in reply.content if b.type == "text")
            self.messages.append({"role": "assistant", "content": reply.content})
            if said and not calls:
                return said
            results = []
            for call in calls:
                output = self.dispatch(call.name, call.input)
                results.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
            self.messages.append({"role": "user", "content": results})  # expect: TLP403
        return None
