from typing import Any


def to_messages(stored: list[dict[str, Any]]) -> list[dict[str, Any]]:
    messages: list[dict[str, Any]] = []
    for item in stored:
        role = item["role"]
        if role != "tool":
            content = item["blocks"] if role == "assistant" else item["content"]
            messages.append({"role": role, "content": content})
            continue
        block = {"type": "tool_result", "tool_use_id": item["tool_call_id"], "content": item["content"]}
        last = messages[-1] if messages else None
        if last is not None and last["role"] == "user" and isinstance(last["content"], list):
            last["content"] += [block]
        else:
            messages.append({"role": "user", "content": [block]})
    return messages
