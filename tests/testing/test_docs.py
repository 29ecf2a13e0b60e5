"""docs/testing-your-loop.md: what it shows is what happens."""

from __future__ import annotations

import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from flake8_toolloop.testing import StrictProvider

anthropic = pytest.importorskip("anthropic")

PAGE = (Path(__file__).parents[2] / "docs" / "testing-your-loop.md").read_text(encoding="utf-8")
TEST = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0]
REPORT = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)[0]


def agent(*kept: str) -> Any:
    """A loop that keeps these types of blocks, or all."""

    def answer(question: str) -> str:
        tools: Any = [{"name": "weather", "input_schema": {"type": "object"}}]
        messages: list[Any] = [{"role": "user", "content": question}]
        with anthropic.Anthropic() as client:
            while True:
                reply = client.messages.create(model="m", max_tokens=9, tools=tools, messages=messages)
                content = [block for block in reply.content if not kept or block.type in kept]
                messages.append({"role": "assistant", "content": content})
                calls = [block.id for block in reply.content if block.type == "tool_use"]
                if not calls:
                    return str(reply.content[0].text)
                results = [{"type": "tool_result", "tool_use_id": call, "content": "21"} for call in calls]
                messages.append({"role": "user", "content": results})

    return types.SimpleNamespace(answer=answer)


def shown(agent: Any, provider: StrictProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the page's test against an agent."""
    monkeypatch.setitem(sys.modules, "my_agent", agent)
    names: dict[str, Any] = {}
    exec(TEST, names)
    names["test_the_loop_sends_back_what_it_received"](provider)


def test_the_ten_lines(strict_provider: StrictProvider, monkeypatch: pytest.MonkeyPatch) -> None:
    shown(agent(), strict_provider, monkeypatch)
    with pytest.raises(AssertionError) as caught:
        shown(agent("text", "tool_use"), strict_provider, monkeypatch)
    assert str(caught.value) == REPORT.strip()
    monkeypatch.setattr(
        StrictProvider, "play", lambda self, *turns, mode, play=StrictProvider.play: play(self, *turns, mode="manual")
    )
    with pytest.raises(anthropic.BadRequestError):
        shown(agent("text", "tool_use"), strict_provider, monkeypatch)
