"""A property takes the turn, and puts it where it belongs."""

import anthropic


class Dialogue:
    def __init__(self):
        self._messages = []

    @property
    def messages(self):
        return self._messages

    @property
    def turn(self):
        return self._messages[-1]

    @turn.setter
    def turn(self, reply):
        self._messages.append({"role": "assistant", "content": reply.content})


def talk(dialogue, tools, run):
    client = anthropic.Anthropic()
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=dialogue.messages, tools=tools
        )
        dialogue.turn = reply
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        dialogue.messages.append({"role": "user", "content": results})
