from __future__ import annotations

from typing import Any, Callable

from anthropic import Anthropic


class Agent:
    def __init__(self, tools: dict[str, Callable[..., str]], specs: list[Any], show_thinking: bool = False) -> None:
        self.client = Anthropic()
        self.tools = tools
        self.specs = specs
        self.show_thinking = show_thinking
        self.thread: list[dict[str, Any]] = []

    def step(self) -> bool:
        msg = self.client.messages.create(
            model="claude-sonnet-4-6",
            max_tokens=16000,
            thinking={"type": "adaptive"},
            tools=self.specs,
            messages=self.thread,
        )
        blocks = msg.content
        if not self.show_thinking:
            blocks = [b for b in blocks if b.type not in ("thinking", "redacted_thinking")]
        self.thread.append({"role": "assistant", "content": blocks})  # expect: TLP101
        results = []
        for b in msg.content:
            if b.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": self.tools[b.name](**b.input)})
        if not results:
            return False
        self.thread.append({"role": "user", "content": results})
        return True

    def run(self, prompt: str) -> None:
        self.thread.append({"role": "user", "content": prompt})
        while self.step():
            pass
