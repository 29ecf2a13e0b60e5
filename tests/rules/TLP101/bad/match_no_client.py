from collections.abc import Callable

from anthropic.types.beta import BetaMessage


def remember(past: list, message: BetaMessage, perform: Callable[[str, object], str]) -> bool:
    kept = []
    calls = []
    for block in message.content:
        match block.type:
            case "text":
                kept.append(block)
            case "tool_use":
                kept.append(block)
                calls.append(block)
            case _:
                pass
    past.append({"role": "assistant", "content": kept})  # expect: TLP101
    if not calls:
        return False
    outcome = [{"type": "tool_result", "tool_use_id": c.id, "content": perform(c.name, c.input)} for c in calls]
    past.append({"role": "user", "content": outcome})
    return True
