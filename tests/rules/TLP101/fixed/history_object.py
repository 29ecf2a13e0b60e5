from dataclasses import dataclass, field
from typing import Any

import anthropic


@dataclass
class Conversation:
    entries: list[dict[str, Any]] = field(default_factory=list)

    def add_user(self, content: Any) -> None:
        self.entries.append({"role": "user", "content": content})

    def add_assistant(self, content: Any) -> None:
        self.entries.append({"role": "assistant", "content": content})


def useful(block: Any) -> bool:
    return getattr(block, "type", None) in ("text", "tool_use")


def drive(client: anthropic.Anthropic, conv: Conversation, tools: list[Any], call: Any) -> list[Any]:
    while True:
        out = client.messages.create(model="claude-opus-4-5", max_tokens=1024, tools=tools, messages=conv.entries)
        conv.add_assistant(out.content)
        if out.stop_reason != "tool_use":
            return [b for b in out.content if useful(b)]
        conv.add_user(
            [
                {"type": "tool_result", "tool_use_id": b.id, "content": call(b.name, b.input)}
                for b in out.content
                if b.type == "tool_use"
            ]
        )
