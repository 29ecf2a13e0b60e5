import anthropic


class Agent:
    def __init__(self):
        self.client = anthropic.AnthropicVertex(region="us-east5", project_id="p")
        self.history = []

    def keep(self, block):
        if block.type != "thinking":
            return True
        return bool(block.thinking or block.signature)

    def go(self, tools, use):
        more = True
        while more:
            r = self.client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.history, tools=tools
            )
            self.history.append({"role": "assistant", "content": list(filter(self.keep, r.content))})
            results = [use(b) for b in r.content if b.type == "tool_use"]
            if results:
                self.history.append({"role": "user", "content": results})
            more = bool(results)
