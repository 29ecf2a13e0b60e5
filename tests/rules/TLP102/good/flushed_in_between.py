"""A converter of stored messages that begins a new message where a hint of the program comes in between."""

from .parts import CallPart, HintPart, TextPart, ThinkingBlock


def as_messages(stored):
    messages = []
    for entry in stored:
        blocks = []
        for part in entry.parts:
            if isinstance(part, TextPart):
                blocks.append({"type": "text", "text": part.text})
            elif isinstance(part, ThinkingBlock):
                hidden = getattr(part, "hidden", None)
                if hidden is not None:
                    blocks.append({"type": "redacted_thinking", "data": hidden})
                else:
                    blocks.append({"type": "thinking", "thinking": part.thinking, "signature": part.signature})
            elif isinstance(part, HintPart):
                if blocks:
                    messages.append({"role": entry.role, "content": blocks})
                    blocks = []
                messages.append({"role": "user", "content": part.hint})
            elif isinstance(part, CallPart):
                blocks.append({"type": "tool_use", "id": part.id, "name": part.name, "input": part.input})
        if blocks:
            messages.append({"role": entry.role, "content": blocks})
    return messages
