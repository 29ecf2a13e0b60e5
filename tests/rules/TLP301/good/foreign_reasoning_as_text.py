from typing import Any


class AnthropicFormatter:
    """Writes our provider-neutral turns for Claude; foreign reasoning is not sent."""

    def assistant(self, turn: dict[str, Any]) -> dict[str, Any]:
        if turn.get("claude_blocks"):
            return {"role": "assistant", "content": turn["claude_blocks"]}
        return {"role": "assistant", "content": turn["text"] or "-"}

    def format(self, turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
        users = {"role": "user"}
        return [self.assistant(t) if t["role"] == "assistant" else {**users, "content": t["text"]} for t in turns]
