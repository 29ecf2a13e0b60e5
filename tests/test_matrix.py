"""Every generated spelling of the three central faults is found on its line, and no clean sibling is hit."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.matrix.generate import Program, programs
from tests.matrix.truth import history, whole
from tests.told import fixed, told

ALL = list(programs())
BAD = [program for program in ALL if program.code is not None]
CLEAN = [program for program in ALL if program.code is None]


def name(program: Program) -> str:
    return program.id


def found(program: Program) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for f in told(program.source, "agent.py")]


def test_size_and_ids() -> None:
    assert 300 <= len(BAD) <= len(CLEAN)
    assert len({program.id for program in ALL}) == len({program.source for program in ALL}) == len(ALL)


def test_deterministic() -> None:
    assert list(programs()) == ALL


def test_all_compile() -> None:
    for program in ALL:
        compile(program.source, program.id, "exec", dont_inherit=True)


def test_true_when_run() -> None:
    """Against a scripted client the faulty programs lose something and the clean ones do not."""
    wrong = []
    for program in ALL:
        if "forced" not in program.id and whole(history(program)) is not (program.code is None):
            wrong.append(program.id)
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("program", BAD, ids=name)
def test_faulty(program: Program) -> None:
    got = found(program)
    assert [code for code, _ in got] == [program.code], program.source
    if program.line is not None:
        assert got[0][1] == program.line, program.source


@pytest.mark.slow
@pytest.mark.parametrize("program", CLEAN, ids=name)
def test_clean(program: Program) -> None:
    assert found(program) == [], program.source


@pytest.mark.slow
@pytest.mark.parametrize("code", sorted({program.code or "" for program in BAD}))
def test_repaired_programs_are_whole_when_run(code: str) -> None:
    """Every repair compiles, comes to rest, and sends the whole turn and all results when the program is run.

    All are repaired but made-up deliberation, and calls that helpers take or answer by themselves.
    """
    wrong, left = [], []
    for program in [program for program in BAD if program.code == code]:
        result = fixed(program.source, "agent.py")
        left += [reason for _, reason in result.refused]
        if result.source == program.source:
            assert all(reason for _, reason in result.refused)
            continue
        again = fixed(result.source, "agent.py").source
        if result.refused or again != result.source or not whole(history(replace(program, source=result.source))):
            wrong.append(program.id)
    assert wrong == []
    assert bool(left) == (code in {"TLP201", "TLP301"})
    assert code != "TLP201" or len(left) <= 21
