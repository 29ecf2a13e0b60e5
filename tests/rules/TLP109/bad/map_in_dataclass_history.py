from dataclasses import dataclass, field
from typing import Any

import anthropic


@dataclass
class History:
    messages: list[dict[str, Any]] = field(default_factory=list)

    def assistant(self, content: list[Any]) -> None:
        self.messages.append({"role": "assistant", "content": content})

    def user(self, content: Any) -> None:
        self.messages.append({"role": "user", "content": content})


def chat(question: str, tools: list[dict[str, Any]], answer) -> History:
    client = anthropic.Anthropic()
    history = History()
    history.user(question)
    for _ in range(10):
        turn = client.messages.create(
            model="claude-sonnet-4-6", max_tokens=1500, messages=history.messages, tools=tools
        )
        history.assistant(list(map(lambda block: block.model_dump(), turn.content)))  # expect: TLP109
        if turn.stop_reason != "tool_use":
            break
        history.user([answer(block) for block in turn.content if block.type == "tool_use"])
    return history
