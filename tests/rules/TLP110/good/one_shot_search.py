import anthropic

client = anthropic.Anthropic()


def headline(question):
    reply = client.messages.create(
        model="claude-opus-4-7",
        max_tokens=1024,
        messages=[{"role": "user", "content": question}],
        tools=[{"type": "web_search_20250305", "name": "web_search", "max_uses": 1}],
    )
    return " ".join(block.text for block in reply.content if block.type == "text")
