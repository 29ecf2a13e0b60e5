def title(blocks):
    for b in blocks:
        if b.type == "thinking":
            return b.thinking.split("\n", 1)[0]
    return "untitled"


class Notebook:
    def __init__(self, client, tools):
        self.client, self.tools = client, tools
        self.cells, self.titles = [], []

    def extend(self, compute):
        answer = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=4096, messages=self.cells, tools=self.tools
        )
        self.titles.append(title(answer.content))
        self.cells.append(dict(role="assistant", content=answer.content))
        outs = [compute(b) for b in answer.content if b.type == "tool_use"]
        if outs:
            self.cells.append(dict(role="user", content=outs))
        return bool(outs)
