"""The loops: the desk itself, and the specialists that came later."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from legacy_agent.client import LLM, MODEL, text_of
from legacy_agent.tools import SORT_MAIL, SPECS, run_tool

if TYPE_CHECKING:
    from anthropic import Anthropic
    from anthropic.types import Message

log = logging.getLogger(__name__)

MAX_STEPS = 12


class Desk:
    """One conversation with a customer."""

    def __init__(self, llm: LLM, show: Callable[[str], None] = print) -> None:
        self.llm = llm
        self.show = show
        self.history: list[dict[str, Any]] = []

    def answer(self, mail: str) -> str:
        """Answer a mail, with as many look-ups as it takes."""
        self.history.append({"role": "user", "content": mail})
        for _ in range(MAX_STEPS):
            response = self.llm.complete(self.history, tools=SPECS)
            for block in response.content:
                if block.type == "text":
                    self.show(block.text)

            # keep what the API needs to see again
            blocks = [block for block in response.content if block.type in ("text", "tool_use")]
            self.history.append({"role": "assistant", "content": blocks})

            if response.stop_reason != "tool_use":
                return text_of(response)

            for block in blocks:
                if block.type != "tool_use":
                    continue
                log.info("tool %s(%s)", block.name, block.input)
                output = run_tool(block.name, block.input)
                self.history.append(
                    {
                        "role": "user",
                        "content": [{"type": "tool_result", "tool_use_id": block.id, "content": output}],
                    }
                )
        return "Sorry, this takes longer than it should. A colleague will write to you."


def topic_of(client: Anthropic, mail: str) -> str:
    """Sort a mail by asking for exactly one call."""
    response = client.messages.create(
        model=MODEL,
        max_tokens=200,
        tools=[SORT_MAIL],
        tool_choice={"type": "tool", "name": "sort_mail"},
        messages=[{"role": "user", "content": mail}],
    )
    use = next(block for block in response.content if block.type == "tool_use")
    return use.input["topic"]


def investigate(client: Anthropic, question: str) -> str:
    """Find out what happened to an order."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": question}]
    while True:
        response = client.messages.create(
            model=MODEL,
            max_tokens=8192,
            thinking={"type": "enabled", "budget_tokens": 4096},
            tools=SPECS,
            messages=messages,
        )
        messages.append({"role": "assistant", "content": response.content})
        calls = [block for block in response.content if block.type == "tool_use"]
        if not calls:
            return text_of(response)
        call = calls[0]
        result = run_tool(call.name, call.input)
        messages.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": call.id, "content": result}],
            }
        )


def quote(llm: LLM, request: str) -> str:
    """Make an offer."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": request}]
    for step in range(MAX_STEPS):
        response = llm.complete(messages, tools=SPECS)

        # model_dump() has fields that the API does not take back (400: parsed_output), so build it by hand
        content = []
        for block in response.content:
            if block.type == "text":
                content.append({"type": "text", "text": block.text})
            elif block.type == "tool_use":
                content.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
        messages.append({"role": "assistant", "content": content})

        if response.stop_reason == "end_turn":
            log.info("offer after %d steps", step + 1)
            return text_of(response)

        results = []
        for block in response.content:
            if block.type == "tool_use":
                results.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": run_tool(block.name, block.input)}
                )
        messages.append({"role": "user", "content": results})
    raise RuntimeError("no offer")


def refund(llm: LLM, case: str, budget: int = 4000) -> str:
    """Decide on a refund. Thinks before it acts, so the thinking has to go back as well."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": case}]
    while True:
        response: Message = llm.complete(messages, tools=SPECS, thinking=budget)

        turn = []
        for block in response.content:
            if block.type == "thinking":
                turn.append({"type": "thinking", "thinking": block.thinking, "signature": block.signature})
            elif block.type == "text":
                turn.append({"type": "text", "text": block.text})
            elif block.type == "tool_use":
                turn.append({"type": "tool_use", "id": block.id, "name": block.name, "input": block.input})
        messages.append({"role": "assistant", "content": turn})

        results = _run_all(response)
        if not results:
            return text_of(response)
        messages.append({"role": "user", "content": results})


def second_opinion(llm: LLM, case: str, budget: int = 8000) -> str:
    """Look at a refund again, with more thinking. The model likes to pad its thoughts, tidy them up."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": f"Check this decision:\n{case}"}]
    while True:
        response: Message = llm.complete(messages, tools=SPECS, thinking=budget)
        turn = []
        for block in response.content:
            if block.type == "thinking":
                turn.append({"type": "thinking", "thinking": block.thinking.strip(), "signature": block.signature})
            else:
                turn.append(block)
        messages.append({"role": "assistant", "content": turn})
        results = _run_all(response)
        if not results:
            return text_of(response)
        messages.append({"role": "user", "content": results})


def apology(llm: LLM, case: str) -> str:
    """Write an apology. Newer models send thinking blocks without text, no need to keep those."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": f"Apologise for this:\n{case}"}]
    while True:
        response: Message = llm.complete(messages, tools=SPECS)
        kept = [block for block in response.content if block.type != "thinking" or block.thinking]
        messages.append({"role": "assistant", "content": kept})
        results = _run_all(response)
        if not results:
            return text_of(response)
        messages.append({"role": "user", "content": results})


def _run_all(response: Message) -> list[dict[str, Any]]:
    return [
        {"type": "tool_result", "tool_use_id": block.id, "content": run_tool(block.name, block.input)}
        for block in response.content
        if block.type == "tool_use"
    ]
