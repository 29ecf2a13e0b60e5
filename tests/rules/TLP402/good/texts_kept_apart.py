"""The history of questions and answers is cut; the cycle has a list of its own."""
import anthropic

client = anthropic.Anthropic()


class Desk:
    def __init__(self, tools, run):
        self.tools, self.run = tools, run
        self.chat = []

    def ask(self, question):
        self.chat.append({"role": "user", "content": question})
        work = list(self.chat[-10:])
        while True:
            reply = client.messages.create(
                model="claude-sonnet-4-5", max_tokens=2048, messages=work, tools=self.tools
            )
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                break
            work.append({"role": "assistant", "content": reply.content})
            work.append(
                {
                    "role": "user",
                    "content": [
                        {"type": "tool_result", "tool_use_id": c.id, "content": self.run(c.name, c.input)}
                        for c in calls
                    ],
                }
            )
        answer = "".join(b.text for b in reply.content if b.type == "text")
        self.chat.append({"role": "assistant", "content": answer})
        return answer
