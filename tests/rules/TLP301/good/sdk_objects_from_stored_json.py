import json

from anthropic import Anthropic
from anthropic.types import RedactedThinkingBlock, TextBlock, ThinkingBlock, ToolUseBlock

CLASSES = {
    "text": TextBlock,
    "thinking": ThinkingBlock,
    "redacted_thinking": RedactedThinkingBlock,
    "tool_use": ToolUseBlock,
}


def load(path):
    """The dumped blocks as SDK objects again, every field as it was."""
    messages = []
    with open(path) as fh:
        for line in fh:
            saved = json.loads(line)
            if saved["role"] == "assistant":
                saved["content"] = [CLASSES[b["type"]].model_validate(b) for b in saved["content"]]
            messages.append(saved)
    return messages


def resume(path, tools):
    return Anthropic().messages.create(model="claude-opus-4-5", max_tokens=1300, messages=load(path), tools=tools)
