"""Running: one file's trouble is its own, results keep their order, workers and this process agree."""

from __future__ import annotations

import os
import pickle
import signal
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from flake8_toolloop import analysis
from flake8_toolloop.configfile import Overrides
from flake8_toolloop.findings import Report
from flake8_toolloop.front import runner
from flake8_toolloop.front.fixing import FixRequest, fix_data
from flake8_toolloop.front.runner import FEW, FileResult, Request, check, check_data, each_file, survey

REQUEST = Request(Overrides())


def results(*paths: str, request: Request = REQUEST, jobs: int = 1) -> list[FileResult]:
    return list(check(survey(paths or (".",), request).items, request, jobs=jobs))


def codes(found: list[FileResult]) -> dict[str, list[str]]:
    return {result.path: [finding.code for finding in result.findings] for result in found}


def test_files_without_a_needle_are_counted_and_not_analysed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "a.py").write_text("x = 1\n")
    (project / "b.py").write_text("this is not Python\n")
    monkeypatch.setattr(analysis, "analyse", lambda *_, **__: pytest.fail("analysed"))
    surveyed = survey(["."], REQUEST)
    assert surveyed.files == 2
    assert surveyed.items == ()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data + b"def broken(:\n", "invalid syntax"),
        (lambda data: data + b"\0", "null byte"),
        (lambda data: b"# coding: no-such-codec\n" + data, "no-such-codec"),
        (lambda data: b"# coding: utf-8\n# \xff\n" + data, "0xff"),
        (lambda data: b"# coding: rot13\n" + data, "rot13"),
        (lambda data: data + b"x = " + b"(" * 500 + b")" * 500 + b"\n", "nest"),
        (lambda data: data + b"x = " + b"-" * 200_000 + b"1\n", "nest"),
    ],
    ids=["syntax", "null", "codec", "bytes", "rot13", "parentheses", "minus signs"],
)
def test_a_file_that_is_no_python_is_one_clear_finding(lossy: str, change: object, reason: str) -> None:
    assert callable(change)
    (finding,) = check_data(change(lossy.encode()), "agent.py", REQUEST).findings
    assert finding.code == "TLP901"
    assert "\n" not in finding.message
    assert reason in finding.message.lower()


@pytest.mark.parametrize(
    "data",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: ("# -*- coding: latin-1 -*-\n# é\n" + text).encode("latin-1"),
        lambda text: ("# vim: set fileencoding=cp1252 :\n# “\n" + text).encode("cp1252"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace("\n", "\r").encode(),
    ],
    ids=["bom", "latin-1", "cp1252", "crlf", "cr"],
)
def test_encodings_and_newlines_are_pythons(lossy: str, data: object) -> None:
    assert callable(data)
    (finding,) = check_data(data(lossy), "agent.py", REQUEST).findings
    assert finding.code == "TLP101"


def test_an_error_of_ours_does_not_hide_other_files(project: Path, monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    real = analysis.analyse

    def sometimes(source: str, path: str, *args: object, **keywords: object) -> Report:
        if path == "b.py":
            raise ZeroDivisionError("no luck")
        return real(source, path, *args, **keywords)  # type: ignore[arg-type]

    monkeypatch.setattr(analysis, "analyse", sometimes)
    for name in "abc":
        (project / f"{name}.py").write_text(lossy)
    assert codes(results()) == {"a.py": ["TLP101"], "b.py": ["TLP902"], "c.py": ["TLP101"]}


@pytest.mark.parametrize("error", [RecursionError(), MemoryError()])
def test_code_that_is_too_deep_for_us_is_said(monkeypatch: pytest.MonkeyPatch, lossy: str, error: Exception) -> None:
    def deep(*_: object, **__: object) -> Iterator[None]:
        raise error

    monkeypatch.setattr(analysis, "analyse", deep)
    (finding,) = check_data(lossy.encode(), "agent.py", REQUEST).findings
    assert finding.code == "TLP901"
    assert "nested too deeply" in finding.message


def test_a_file_that_vanishes_or_may_not_be_read(project: Path, lossy: str) -> None:
    (project / "a.py").write_text(lossy)
    surveyed = survey(["."], REQUEST)
    (project / "a.py").unlink()
    (project / "b.py").mkdir()
    assert codes(list(check(surveyed.items, REQUEST))) == {"a.py": ["TLP901"]}
    assert codes(results("a.py")) == {"a.py": ["TLP901"]}
    quiet = Request(Overrides(ignore=("TLP901",)))
    assert codes(results("a.py", request=quiet)) == {"a.py": []}


def test_workers_find_the_same_in_the_same_order(project: Path, lossy: str, whole: str) -> None:
    for number in range(FEW * 3):
        (project / f"agent{number:02}.py").write_text(lossy if number % 3 else whole)
    alone = results(jobs=1)
    assert results(jobs=2) == alone
    assert [result.path for result in alone] == sorted(result.path for result in alone)
    assert sum(map(len, codes(alone).values())) == FEW * 2


def test_what_leaves_a_worker_can_travel(monkeypatch: pytest.MonkeyPatch, lossy: str) -> None:
    """A finding's origin is the story, which holds the tree and what cannot be pickled."""
    real = analysis.analyse

    def with_origin(*args: object, **keywords: object) -> Report:
        report = real(*args, **keywords)  # type: ignore[arg-type]
        return replace(report, findings=tuple(replace(item, origin=lambda: None) for item in report.findings))

    monkeypatch.setattr(analysis, "analyse", with_origin)
    result = check_data(lossy.encode(), "agent.py", REQUEST)
    assert result.findings
    assert pickle.loads(pickle.dumps(result)) == result
    outcome = fix_data(lossy.encode(), "agent.py", FixRequest(Overrides()))
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def die_at_nine(path: str, _request: Request) -> FileResult:
    if path == "9":
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return FileResult(path)


def test_a_worker_that_dies_costs_one_file(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(number) for number in range(FEW * 3)]
    done: list[tuple[int, int]] = []
    found = list(
        each_file(
            die_at_nine,
            paths,
            REQUEST,
            jobs=2,
            progress=lambda number, total: done.append((number, total)),
            died=runner._died,
        )
    )
    assert [result.path for result in found] == paths
    assert {path: found for path, found in codes(found).items() if found} == {"9": ["TLP902"]}
    assert done[-1] == (len(paths), len(paths))
