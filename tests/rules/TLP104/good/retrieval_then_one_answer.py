import anthropic


class Rag:
    def __init__(self, index):
        self.client = anthropic.Anthropic()
        self.index = index
        self.chat = []

    def answer(self, question):
        passages = "\n---\n".join(self.index.search(question, k=5))
        self.chat.append({"role": "user", "content": f"<passages>{passages}</passages>\n{question}"})
        message = self.client.messages.create(
            model="claude-haiku-4-5", max_tokens=600, system="Answer from the passages.", messages=self.chat
        )
        text = next(b.text for b in message.content if b.type == "text")
        # keep the history small: the passages need not be sent again
        self.chat[-1] = {"role": "user", "content": question}
        self.chat.append({"role": "assistant", "content": text})
        return text
