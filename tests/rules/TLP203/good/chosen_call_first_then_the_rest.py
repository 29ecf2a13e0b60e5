import anthropic


class Desk:
    """Runs the call that its user has picked; the others are told to come again."""

    def __init__(self, ask, toolbox):
        self.client = anthropic.Anthropic()
        self.ask = ask
        self.toolbox = toolbox
        self.messages = []

    def turn(self, tools):
        reply = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=5000, messages=self.messages, tools=tools
        )
        self.messages.append({"role": "assistant", "content": reply.content})
        wanted = [block for block in reply.content if block.type == "tool_use"]
        if not wanted:
            return False
        picked = self.ask(wanted)
        answers = [
            {"type": "tool_result", "tool_use_id": picked.id, "content": self.toolbox[picked.name](**picked.input)}
        ]
        for block in wanted:
            if block.id != picked.id:
                answers.append({"type": "tool_result", "tool_use_id": block.id, "content": "Not now; ask again."})
        self.messages.append({"role": "user", "content": answers})
        return True
