"""Loops whose model call stands in another file, or of which the settings say what it gives."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Loop
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.flow.project import Project
from flake8_toolloop.settings import Settings

ASK = """
    import anthropic

    client = anthropic.Anthropic()

    def ask(messages, tools):
        return client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    """
LOOP = """
    from .llm import ask

    def loop(question, tools, run):
        messages = [{{"role": "user", "content": question}}]
        while True:
            reply = ask(messages, tools)
            messages.append({{"role": "assistant", "content": {content}}})
            if reply.stop_reason != "tool_use":
                return reply
            results = []
            for block in reply.content:
                if block.type == "tool_use":
                    results.append({{"type": "tool_result", "tool_use_id": block.id, "content": run(block)}})
            messages.append({{"role": "user", "content": results}})
    """
WHOLE, LOSSY = "reply.content", '[b for b in reply.content if b.type in ("text", "tool_use")]'
HANDED = """
    from typing import TYPE_CHECKING
    if TYPE_CHECKING:
        from .llm import Desk
        import anthropic

    def night(desk: "Desk", mails, run):
        for mail in mails:
            messages = [{"role": "user", "content": mail}]
            for _ in range(12):
                reply = desk.complete(messages)
                messages.append({"role": "assistant", "content": reply.content})
                if reply.stop_reason != "tool_use":
                    break
                messages.append({"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": b.id, "content": run(b)}
                    for b in reply.content if b.type == "tool_use"]})
    """
MAKERS = """
    def as_message(reply):
        return {"role": "assistant", "content": reply.content}

    def results_of(reply, run):
        return {"role": "user", "content": [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b)}
            for b in reply.content if b.type == "tool_use"]}
    """


def loops(folder: Path, source: str, settings: Settings | None = None, **others: str) -> tuple[Loop, ...]:
    for name, text in {"__init__": "", "agent": source, **others}.items():
        (folder / f"{name}.py").write_text(dedent(text), encoding="utf-8")
    path = folder / "agent.py"
    return analyse(path.read_text(), str(path), settings or Settings(), project=Project()).loops


def told(found: tuple[Loop, ...]) -> list[tuple[str, str]]:
    return [(loop.function, loop.verdict.value) for loop in found]


@pytest.mark.parametrize(("content", "verdict"), [(WHOLE, "whole"), (LOSSY, "damaged")])
def test_the_call_is_in_another_file(tmp_path: Path, content: str, verdict: str) -> None:
    assert told(loops(tmp_path, LOOP.format(content=content), llm=ASK)) == [("loop", verdict)]


@pytest.mark.parametrize(("content", "verdict"), [(WHOLE, "whole"), (LOSSY, "damaged")])
def test_the_call_is_declared(tmp_path: Path, content: str, verdict: str) -> None:
    source = LOOP.format(content=content).replace("from .llm", "from house.llm")
    settings = Settings(model_calls=("house.llm.ask",))
    assert told(loops(tmp_path, source, settings)) == [("loop", verdict)]


def test_what_answers_is_not_known_but_gets_its_own_answer_back(tmp_path: Path) -> None:
    assert told(loops(tmp_path, HANDED)) == [("night", "whole")]


def test_a_list_that_is_not_sent_is_no_loop(tmp_path: Path) -> None:
    assert loops(tmp_path, HANDED.replace("desk.complete(messages)", "desk.complete(mail)")) == ()


def test_a_request_of_another_dialect_is_none_of_this_one(tmp_path: Path) -> None:
    source = """
        import anthropic
        import openai

        client = openai.OpenAI()

        def generate(text, retries):
            call = {"type": "tool_use", "id": text.id, "name": text.name, "input": text.input}
            turn = {"role": "assistant", "content": [{"type": "text", "text": text.said}, call]}
            for _ in range(retries):
                try:
                    return client.chat.completions.create(model="m", messages=[turn])
                except openai.APIError:
                    continue
        """
    assert loops(tmp_path, source) == ()


def test_the_messages_are_made_in_another_file(tmp_path: Path) -> None:
    source = """
        import anthropic
        from .makers import as_message, results_of

        def loop(question, tools, run, client=None):
            client = client or anthropic.Anthropic()
            messages = [{"role": "user", "content": question}]
            while True:
                reply = client.messages.create(
                    model="claude-opus-4-7", max_tokens=4096, tools=tools, messages=messages)
                messages.append(as_message(reply))  # the assistant's
                if reply.stop_reason != "tool_use":
                    return reply
                messages.append(results_of(reply, run))
        """
    (loop,) = loops(tmp_path, source, makers=MAKERS)
    assert (loop.function, loop.verdict.value, loop.reason_line) == ("loop", "not followed", 11)
    assert "as_message" in loop.reason


def test_the_loops_of_a_repaired_file_stay_in_the_list() -> None:
    path = Path(__file__).parents[2] / "examples" / "legacy_agent" / "loop.py"
    source = path.read_text(encoding="utf-8")
    before = analyse(source, str(path), Settings(), project=Project()).loops
    assert [loop.function for loop in before][:2] == ["answer", "investigate"]
    repaired = fix_source(source, str(path), Settings(), unsafe=True).source
    after = analyse(repaired, str(path), Settings(), project=Project()).loops
    assert [loop.function for loop in after] == [loop.function for loop in before]
    verdicts = {loop.function: loop.verdict.value for loop in after}
    # Thinking that is made again by hand, with all its fields, is not taken for whole.
    assert verdicts.pop("second_opinion") == "not followed"
    assert set(verdicts.values()) == {"whole"}
