from typing import Any


class AnthropicFormatter:
    """Writes our provider-neutral turns for Claude."""

    def assistant(self, turn: dict[str, Any]) -> dict[str, Any]:
        if turn.get("claude_blocks"):
            return {"role": "assistant", "content": turn["claude_blocks"]}
        content: list[dict[str, Any]] = []
        if turn.get("reasoning_content"):
            block = {"type": "thinking", "thinking": turn["reasoning_content"], "signature": ""}  # expect: TLP301
            content.append(block)
        content.append({"type": "text", "text": turn["text"] or "-"})
        return {"role": "assistant", "content": content}

    def format(self, turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
        users = {"role": "user"}
        return [self.assistant(t) if t["role"] == "assistant" else {**users, "content": t["text"]} for t in turns]
