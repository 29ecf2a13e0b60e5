import anthropic

client = anthropic.Anthropic()


def round_of_all(conversations, tools, run):
    """One step for every open conversation."""
    still_open = []
    for turns in conversations:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        results = [run(b) for b in m.content if b.type == "tool_use"]
        if results:
            turns.append({"role": "user", "content": results})
            still_open.append(turns)
    return still_open
