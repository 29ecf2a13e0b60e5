import anthropic

client = anthropic.Anthropic()


def chat():
    history = []
    while question := input("> "):
        history.append({"role": "user", "content": question})
        reply = client.messages.create(
            model="claude-sonnet-4-5",
            max_tokens=8000,
            messages=history,
            thinking={"type": "enabled", "budget_tokens": 4000},
        )
        history.append({"role": "assistant", "content": [b for b in reply.content if b.type == "text"]})
