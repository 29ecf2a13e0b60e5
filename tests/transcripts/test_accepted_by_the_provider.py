"""A damaged history is refused by the strict provider; repaired, it is answered. Over HTTP, by OpenAI's SDK."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from flake8_toolloop.testing import StrictProvider, text
from flake8_toolloop.transcripts import repair
from tests.transcripts import histories

openai = pytest.importorskip("openai")

REFUSED = {
    "chat": (
        "chat_result_lost", "chat_turn_lost", "chat_cut", "chat_result_twice", "chat_wrong_id", "chat_word_between",
    ),
    "responses": ("responses_output_lost", "responses_wrong_id", "responses_answer_lost"),
}  # fmt: skip
CASES = [(form, name) for form, names in REFUSED.items() for name in names]


@pytest.fixture(scope="module")
def provider() -> Iterator[StrictProvider]:
    with StrictProvider() as provider:
        yield provider


def ask(client: Any, form: str, units: list[Any]) -> Any:
    if form == "chat":
        return client.chat.completions.create(model="m", messages=units).choices[0].message.content
    return client.responses.create(model="m", input=units).output_text


def damaged(form: str, name: str) -> list[Any]:
    """The first conversation that there is something to damage in. The provider knows its own reasoning only."""
    for seed in range(100):
        units = histories.CLEAN[form](Random(seed))
        if getattr(histories, name)(units, Random(seed)) is not None:
            return [{**unit, "encrypted_content": None} if unit.get("type") == "reasoning" else unit for unit in units]
    raise AssertionError("nothing to damage")


@pytest.mark.parametrize(("form", "name"), CASES)
def test_refused_then_answered(provider: StrictProvider, form: str, name: str) -> None:
    provider.play([text("Go on.")])
    units = damaged(form, name)
    with openai.OpenAI(base_url=f"{provider.base_url}/v1", api_key="-") as client:
        with pytest.raises(openai.BadRequestError):
            ask(client, form, units)
        done = repair(json.dumps(units).encode(), format=form)
        assert not done.left
        assert ask(client, form, json.loads(done.data)) == "Go on."
