"""One task, one conversation: the object is gone after ``run``."""

import anthropic

client = anthropic.Anthropic()


class Task:
    def __init__(self, question):
        self.messages = [{"role": "user", "content": question}]

    def run(self, tools, execute):
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=self.messages, tools=tools
            )
            self.messages.append({"role": "assistant", "content": reply.content})
            results = []
            for block in reply.content:
                if block.type == "tool_use":
                    if block.name == "done":
                        return block.input
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
            if not results:
                return None
            self.messages.append({"role": "user", "content": results})


def main(question, tools, execute):
    return Task(question).run(tools, execute)
