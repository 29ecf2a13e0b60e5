import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def with_search(question):
    return client.messages.create(
        model="claude-opus-4-7", max_tokens=900, messages=[{"role": "user", "content": question}], tools=[SEARCH]
    )


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
