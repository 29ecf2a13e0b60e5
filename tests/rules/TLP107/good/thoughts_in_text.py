"""A server whose models take their thoughts back as tagged text."""

from ollama import chat

from .parts import CallPart, TextPart, ThinkingPart


def wire(turn):
    texts, calls = [], []
    for part in turn.parts:
        if isinstance(part, TextPart):
            texts.append(part.content)
        elif isinstance(part, ThinkingPart):
            texts.append("\n".join(["<think>", part.content, "</think>"]))
        elif isinstance(part, CallPart):
            calls.append({"id": part.id, "type": "function", "function": {"name": part.name, "arguments": part.arguments}})
    message = {"role": "assistant"}
    if texts:
        message["content"] = "\n\n".join(texts)
    if calls:
        message["tool_calls"] = calls
    return message


def ask(turns, tools):
    return chat(model="qwen3", messages=[wire(t) for t in turns], tools=tools)
