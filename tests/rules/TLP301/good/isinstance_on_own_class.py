from dataclasses import dataclass


@dataclass
class ThinkingStep:
    """A line of the progress view."""

    type: str
    thinking: str


def steps(message):
    for b in message.content:
        if b.type == "thinking":
            yield ThinkingStep(type="thinking", thinking=b.thinking or "(hidden)")
        elif b.type == "tool_use":
            yield ThinkingStep(type="tool", thinking=f"uses {b.name}")


def loop(client, state, tools, use, view):
    m = client.messages.create(model="claude-opus-4-5", max_tokens=1300, messages=state.turns, tools=tools)
    view.extend(steps(m))
    state.turns.append({"role": "assistant", "content": m.content})
    results = [use(b) for b in m.content if b.type == "tool_use"]
    if results:
        state.turns.append({"role": "user", "content": results})
    return bool(results)
