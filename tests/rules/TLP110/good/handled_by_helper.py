import anthropic

client = anthropic.Anthropic()
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
GOES_ON = {"pause_turn"}


def finished(reply):
    return reply.stop_reason not in GOES_ON and not any(b.type == "tool_use" for b in reply.content)


def agent(history, tools, run):
    while True:
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=[SEARCH, *tools]
        )
        history.append({"role": "assistant", "content": reply.content})
        if finished(reply):
            return reply
        results = [run(b) for b in reply.content if b.type == "tool_use"]
        if results:
            history.append({"role": "user", "content": results})
