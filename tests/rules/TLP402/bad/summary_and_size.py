"""Compaction by size: a summary, then whatever fits."""
import anthropic

client = anthropic.Anthropic()
BUDGET = 60_000


def summarise(old):
    text = "\n".join(str(m["content"]) for m in old)
    answer = client.messages.create(
        model="claude-haiku-4-5", max_tokens=600, messages=[{"role": "user", "content": f"Summarise:\n{text}"}]
    )
    return answer.content[0].text


def compact(history):
    size, start = 0, len(history)
    while start > 0 and size < BUDGET:
        start -= 1
        size += len(str(history[start]["content"]))
    if start == 0:
        return history
    return [{"role": "user", "content": summarise(history[:start])}, *history[start:]]  # expect: TLP402


def session(history, tools, tool):
    while True:
        history = compact(history)
        turn = client.messages.create(model="claude-opus-4-7", max_tokens=8192, messages=history, tools=tools)
        history.append({"role": "assistant", "content": turn.content})
        if turn.stop_reason != "tool_use":
            return history
        history.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": u.id, "content": tool(u)}
                    for u in turn.content
                    if u.type == "tool_use"
                ],
            }
        )
