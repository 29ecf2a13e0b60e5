"""A thin wrapper around the Anthropic client: one place for the model's name, the system prompt and retries."""

from __future__ import annotations

import logging
import os
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from anthropic import Anthropic
    from anthropic.types import Message

log = logging.getLogger(__name__)

MODEL = os.environ.get("ORDERDESK_MODEL", "claude-sonnet-4-5")
THINKING = int(os.environ.get("ORDERDESK_THINKING", "2000"))
SYSTEM = """You answer the mails of a bicycle shop's customers.
Look things up before you promise anything. Say so when you are not sure."""


class LLM:
    """Asks the model, and waits and asks again when it is overloaded."""

    def __init__(self, client: Anthropic, model: str = MODEL, retries: int = 3) -> None:
        self.client = client
        self.model = model
        self.retries = retries

    def complete(
        self,
        messages: list[Any],
        tools: list[dict[str, Any]] | None = None,
        thinking: int = THINKING,
        system: str = SYSTEM,
        **extra: Any,
    ) -> Message:
        """Send the messages; `thinking` is the token budget for extended thinking, 0 turns it off."""
        if tools:
            extra["tools"] = tools
        if thinking:
            extra["thinking"] = {"type": "enabled", "budget_tokens": thinking}
        for attempt in range(self.retries):
            try:
                return self.client.messages.create(
                    model=self.model,
                    max_tokens=thinking + 4096,
                    system=system,
                    messages=messages,
                    **extra,
                )
            except Exception as error:
                if getattr(error, "status_code", None) != 529 or attempt == self.retries - 1:
                    raise
                log.warning("overloaded, trying again: %s", error)
                time.sleep(2**attempt)
        raise AssertionError("unreachable")


def connect() -> LLM:
    """The real thing, with the key from the environment."""
    import anthropic

    return LLM(anthropic.Anthropic())


def text_of(response: Message) -> str:
    """What the customer gets to read."""
    return "\n".join(block.text for block in response.content if block.type == "text").strip()
