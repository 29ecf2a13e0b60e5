from anthropic import Anthropic


class Session:
    def __init__(self, tools, execute):
        self.api = Anthropic()
        self.tools = tools
        self.execute = execute
        self.stop_requested = False
        self.entries = []

    def submit(self, text):
        self.entries.append({"role": "user", "content": text})
        while True:
            r = self.api.messages.create(
                model="claude-opus-4-5", max_tokens=4096, messages=self.entries, tools=self.tools
            )
            if self.stop_requested:
                return None
            self.entries.append({"role": "assistant", "content": r.content})
            calls = [b for b in r.content if b.type == "tool_use"]
            if not calls:
                return r
            self.entries.append({"role": "user", "content": [self.execute(c) for c in calls]})
