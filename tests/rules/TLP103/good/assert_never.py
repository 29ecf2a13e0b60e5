from typing import Any, assert_never

from anthropic.types import RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock

Known = TextBlock | ThinkingBlock | RedactedThinkingBlock | ToolUseBlock


def encode(block: Known) -> dict[str, Any]:
    if isinstance(block, TextBlock):
        return {"type": "text", "text": block.text}
    elif isinstance(block, ThinkingBlock):
        return {"type": "thinking", "thinking": block.thinking, "signature": block.signature}
    elif isinstance(block, RedactedThinkingBlock):
        return {"type": "redacted_thinking", "data": block.data}
    elif isinstance(block, ToolUseBlock):
        return {"type": "tool_use", "id": block.id, "name": block.name, "input": block.input}
    else:
        assert_never(block)


def note(history: list[Any], blocks: list[Known], results: list[Any]) -> None:
    history.append({"role": "assistant", "content": [encode(b) for b in blocks]})
    if results:
        history.append({"role": "user", "content": results})
