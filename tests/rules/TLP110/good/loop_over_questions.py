import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def answers(questions):
    out = []
    for question in questions:
        reply = client.messages.create(
            model="claude-opus-4-7",
            max_tokens=4096,
            messages=[{"role": "user", "content": question}],
            tools=[SEARCH],
        )
        out.append([block.text for block in reply.content if block.type == "text"])
    return out
