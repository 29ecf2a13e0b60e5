import anthropic


class Assistant:
    def __init__(self, tools, use):
        self.sdk = anthropic.AnthropicFoundry(resource="r")
        self.tools, self.use = tools, use
        self.past = []

    def until_finished(self, request):
        self.past.append({"role": "user", "content": request})
        finished = None
        while finished is None:
            m = self.sdk.messages.create(
                model="claude-opus-4-5", max_tokens=1400, messages=self.past, tools=self.tools
            )
            self.past.append({"role": "assistant", "content": m.content})
            outs = []
            for b in m.content:
                if b.type != "tool_use":
                    continue
                if b.name == "finish":
                    finished = b.input
                    outs.append({"type": "tool_result", "tool_use_id": b.id, "content": "finished"})
                else:
                    outs.append({"type": "tool_result", "tool_use_id": b.id, "content": self.use(b)})
            if not outs:
                return None
            self.past.append({"role": "user", "content": outs})
        return finished
