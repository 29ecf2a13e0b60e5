"""Run every loop against the fake client, and say what came back damaged: `python -m legacy_agent.rehearsal`."""

from __future__ import annotations

from collections.abc import Callable

from legacy_agent import loop
from legacy_agent.client import LLM
from legacy_agent.fake import Block, FakeClient, call, redacted, text, thinking
from legacy_agent.judge import Damage, judge

Script = list[list[Block]]

SCRIPT: Script = [
    [
        thinking("\nTwo orders. I look up both at once.\n", "sig-1"),
        redacted("EmwKAhgBE"),
        text("I look at both orders."),
        call(1, "find_order", number="A-1001"),
        call(2, "find_order", number="A-1002"),
    ],
    [
        thinking("", "sig-2"),
        text("One is lost. First the shelf,"),
        call(3, "stock", item="brake-pad"),
        text("then what it would cost today."),
        call(4, "price", item="brake-pad"),
    ],
    [redacted("EvcBCkgIC"), thinking("Four times twelve.  ", "sig-3"), call(5, "teleport", item="brake-pad")],
    [thinking("", "sig-4"), text("We cannot teleport them, so we pay back 48.00 for A-1002.")],
]
"""Thinking with and without words, redacted blocks, narration, parallel calls, and a tool that does not exist."""


def _desk(client: FakeClient) -> None:
    desk = loop.Desk(LLM(client), show=lambda line: None)
    desk.answer("Where are A-1001 and A-1002?")
    desk.answer("Thank you!")


LOOPS: dict[str, tuple[Script, Callable[[FakeClient], object]]] = {
    "Desk.answer": ([*SCRIPT, [text("You are welcome.")]], _desk),
    "investigate": (SCRIPT, lambda client: loop.investigate(client, "Where are A-1001 and A-1002?")),
    "quote": (SCRIPT, lambda client: loop.quote(LLM(client), "What would A-1001 and A-1002 cost today?")),
    "refund": (SCRIPT, lambda client: loop.refund(LLM(client), "A-1001 and A-1002, I want my money back.")),
    "second_opinion": (SCRIPT, lambda client: loop.second_opinion(LLM(client), "Pay back 48.00 for A-1002.")),
    "apology": (SCRIPT, lambda client: loop.apology(LLM(client), "A-1002 was lost.")),
}


def rehearse() -> dict[str, list[Damage]]:
    """What each loop did to the turns of its script."""
    damage = {}
    for name, (script, run) in LOOPS.items():
        client = FakeClient(script)
        run(client)
        damage[name] = judge(client.messages)
    return damage


def main() -> int:
    """Print it."""
    damage = rehearse()
    for name, found in damage.items():
        print(name, *(found or ["every block back, every call answered"]), sep="\n    ")
    return 1 if any(damage.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
