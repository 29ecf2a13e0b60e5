import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}


def agent(history, tools, run, rounds):
    while rounds > 0:
        rounds -= 1
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        results = [run(b) for b in reply.content if b.type == "tool_use"]
        history.append({"role": "user", "content": results or "Go on until you are done."})
    return history
