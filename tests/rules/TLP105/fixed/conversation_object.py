"""A conversation that could take the turn, and a loop that never gives it."""

import anthropic


class Conversation:
    def __init__(self):
        self.turns = []

    def add_user(self, content):
        self.turns.append({"role": "user", "content": content})

    def add_assistant(self, content):
        self.turns.append({"role": "assistant", "content": content})


def result_of(call, toolbox):
    return {"type": "tool_result", "tool_use_id": call.id, "content": toolbox.run(call.name, call.input)}


def chat(client: anthropic.Anthropic, conversation: Conversation, toolbox):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=conversation.turns, tools=toolbox.schemas
        )
        calls = [block for block in reply.content if block.type == "tool_use"]
        if not calls:
            conversation.add_assistant(reply.content)
            return reply
        conversation.turns.append({"role": "assistant", "content": reply.content})
        conversation.add_user([result_of(call, toolbox) for call in calls])
