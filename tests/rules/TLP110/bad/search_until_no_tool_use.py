import anthropic

client = anthropic.Anthropic()


def answer(question, tools, run):
    history = [{"role": "user", "content": question}]
    offered = [{"type": "web_search_20250305", "name": "web_search", "max_uses": 8}, *tools]
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=offered, thinking={"type": "adaptive"}
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":  # expect: TLP110
            return "".join(b.text for b in reply.content if b.type == "text")
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
