from typing import Any


def to_claude(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """OpenAI-shaped history to Claude-shaped history; assistant turns were stored raw."""
    out: list[dict[str, Any]] = []
    for m in messages:
        if m["role"] == "assistant":
            out.append({"role": "assistant", "content": m["anthropic_content"]})
        elif m["role"] == "tool":
            block = {"type": "tool_result", "tool_use_id": m["tool_call_id"], "content": m["content"]}
            last = out[-1] if out else {}
            if (
                last.get("role") == "user"
                and isinstance(last["content"], list)
                and any(b.get("type") == "tool_result" for b in last["content"])
            ):
                last["content"].append(block)
            else:
                out.append({"role": "user", "content": [block]})
        else:
            out.append({"role": "user", "content": m["content"]})
    return out
