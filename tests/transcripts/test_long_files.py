"""Files that are read in pieces: they are told the same faults as when they are read whole."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from flake8_toolloop.front.cli import run as command
from flake8_toolloop.transcripts import Policy, longfiles, longrepairs, longwriting, repair, survey, windows
from flake8_toolloop.transcripts.checking import check, check_file, findings
from flake8_toolloop.transcripts.reading import UnreadableError, read
from tests.transcripts import talks

randoms = st.integers(0, 1 << 32).map(Random)


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is long, and is cut wherever it can be."""
    monkeypatch.setattr(longfiles, "LARGE", 1)
    monkeypatch.setattr(longfiles, "HUGE", longfiles.HUGE)
    monkeypatch.setattr(survey, "GAP", 1)
    monkeypatch.setattr(windows, "SIZE", 1)


def long_session(random: Random) -> list[dict[str, Any]]:
    """Several talks of one session, some of them damaged, as one chain of records."""
    units: talks.Units = []
    for number in range(random.randint(2, 5)):
        talk = json.loads(json.dumps(talks.clean(random)).replace("toolu_", f"toolu_{number}_"))
        if random.random() < 0.4:
            random.choice(talks.DAMAGE)(talk, random)
        units += talk
    if random.random() < 0.2:
        # Reasoning comes twice.
        units += json.loads(json.dumps(units[: random.randint(1, 4)]).replace("toolu_", "toolu_b_"))
    records = talks.session(units, random)
    for record in records:
        if random.random() < 0.02 and "message" in record and "model" in record["message"]:
            record["message"]["model"] = random.choice(("claude-opus-4-5", "claude-opus-4-7", "deepseek-chat", "x"))
    if random.random() < 0.3:
        random.choice((talks.line_lost, talks.branched))(records, random)
    if random.random() < 0.3:
        rewind(records, random)
    if random.random() < 0.3:
        aside(records, random)
    if random.random() < 0.1:
        records[random.randrange(len(records))]["parentUuid"] = None
    if random.random() < 0.1:
        error = {"role": "assistant", "model": "<synthetic>", "content": "each thinking block must contain thinking"}
        note = {"type": "assistant", "uuid": "note", "parentUuid": records[-1]["uuid"], "message": error}
        records.insert(random.randrange(len(records)), {**note, "isApiErrorMessage": True})
    if random.random() < 0.3:
        records.insert(random.randrange(len(records)), {"type": "summary", "summary": "s", "leafUuid": "u1"})
    return records


def rewind(records: list[dict[str, Any]], random: Random) -> None:
    """The user goes back to an earlier record and on from there."""
    at = random.randrange(1, len(records))
    records[at]["parentUuid"] = records[random.randrange(at)]["uuid"]


def aside(records: list[dict[str, Any]], random: Random) -> None:
    """A sidechain whose lines stand among those of the main chain."""
    units = json.loads(json.dumps(talks.clean(random)).replace("toolu_", "toolu_a_"))
    if random.random() < 0.5:
        random.choice(talks.DAMAGE)(units, random)
    at = random.randrange(len(records))
    for record in talks.session(units, random):
        parent = record["parentUuid"]
        names = {"uuid": "s" + record["uuid"], "parentUuid": parent and "s" + parent}
        records.insert(at, {**record, **names, "isSidechain": True, "agentId": "a"})
        at += random.randint(1, 3)


def written(records: list[dict[str, Any]], random: Random) -> bytes:
    data = talks.lines(records)
    if random.random() < 0.2:
        start = data.find(b"\n", random.randrange(len(data))) + 1
        data = data[:start] + data[start + random.randint(1, 60) :]  # torn, or two records in one line
    return b"\xef\xbb\xbf" + data if random.random() < 0.1 else data


def whole(data: bytes, policy: Policy) -> list[Any]:
    """The findings of a file that is read whole."""
    try:
        return findings(read(data), policy)
    except UnreadableError:
        return []


@pytest.mark.slow
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random=randoms, policy=st.sampled_from((Policy(), Policy(), Policy("drop"), Policy("keep"))))
def test_windows_of_a_session_tell_what_the_whole_tells(tmp_path: Path, random: Random, policy: Policy) -> None:
    longfiles.HUGE = random.choice((64 << 20, 64 << 20, 0))
    data = written(long_session(random), random)
    path = tmp_path / "session.jsonl"
    path.write_bytes(data)
    assert check_file(str(path), policy=policy) == whole(data, policy)


def in_pieces(path: Path, policy: Policy) -> tuple[bytes, longrepairs.Told]:
    """A file that is repaired in pieces."""
    told, out = longrepairs.Told(), io.BytesIO()
    longwriting.write(str(path), longrepairs.pieces(str(path), None, policy, told, None), out)
    return out.getvalue(), told


def test_a_record_that_stands_twice_is_no_clean_session() -> None:
    """The last record of a name stands for all: what hangs on the first is not sent."""
    call = {"type": "tool_use", "id": "t", "name": "ls", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t", "content": "x"}
    contents = [("user", "go"), ("assistant", [call]), ("user", [result]), ("assistant", "done")]
    names, parents = ("a", "b", "c", "b"), (None, "a", "b", "c")
    records = [
        {"type": role, "uuid": name, "parentUuid": parent, "message": {"role": role, "content": content}}
        for (role, content), name, parent in zip(contents, names, parents, strict=True)
    ]
    data = talks.lines(records)
    assert [one.code for one in check(data)] == [one.code for one in whole(data, Policy())] != []


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random=randoms, policy=st.sampled_from((Policy(), Policy(), Policy("drop"), Policy("keep"))))
@example(random=Random(4273108), policy=Policy())
def test_a_session_is_repaired_in_windows(tmp_path: Path, random: Random, policy: Policy) -> None:
    data = written(long_session(random), random)
    path = tmp_path / "session.jsonl"
    path.write_bytes(data)
    done, told = in_pieces(path, policy)
    assert (done == data) == (not told.changes)
    assert len(whole(done, policy)) <= len(told.left), told.left
    if not told.left:
        path.write_bytes(done)
        again, none = in_pieces(path, policy)
        assert again == done
        assert not none.changes
    # Whose reasoning is another maker's is told by the last model, which a repair may take out.
    at_once = repair(data, policy=policy)
    foreign = {change.kind for change in (*at_once.changes, *told.changes)} & {"foreign-reasoning"}
    if not foreign and not any(fault.code == "TLP607" for fault in whole(data, policy)):
        assert done == at_once.data
        assert len(told.left) == len(at_once.left)


def cut_into(path: Path) -> int:
    return len(list(windows.Windows(survey.survey(str(path), None), Policy())))


@pytest.mark.slow
def test_a_session_is_held_in_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it is: a few megabytes, with damage at both ends."""
    monkeypatch.setattr(survey, "GAP", 1 << 12)
    monkeypatch.setattr(windows, "SIZE", 1 << 14)
    for module in (longfiles, longwriting):
        monkeypatch.setattr(module, "CHUNK", 1 << 14)
    random, units = Random(1), []
    for number in range(400):
        text = json.dumps(talks.clean(random)).replace("toolu_", f"toolu_{number}_").replace('"ls"', f'"{"l" * 400}"')
        units += json.loads(text)
    for talk in (units[:40], units[-40:]):
        talks.empty_text(talk, random)
    path = tmp_path / "session.jsonl"
    path.write_bytes(talks.lines(talks.session(units, random)))
    size = path.stat().st_size
    assert size > 2_000_000
    assert cut_into(path) > 50

    def peak(work: Callable[[], object]) -> int:
        work()  # what it imports is not to be measured
        tracemalloc.start()
        try:
            work()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def mended() -> None:
        told = longrepairs.Told()
        with (tmp_path / "out").open("wb") as out:
            longwriting.write(str(path), longrepairs.pieces(str(path), None, Policy(), told, None), out)
        assert len(told.changes) == 2

    assert peak(lambda: check_file(str(path))) < size / 3
    assert peak(mended) < size / 3


@pytest.mark.skipif(shutil.which("patch") is None, reason="it needs patch")
@pytest.mark.parametrize("seed", range(30))
def test_the_diff_of_a_long_file_is_one_that_patch_reads(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    data = written(long_session(random), random)
    path = tmp_path / "s.jsonl"
    path.write_bytes(data)
    parts = longrepairs.pieces(str(path), None, Policy(), longrepairs.Told(), None)
    text = b"".join(longwriting.diff(str(path), parts, "s.jsonl"))
    done, _ = in_pieces(path, Policy())
    if text:
        subprocess.run(["patch", "-s", "-p1"], input=text, cwd=tmp_path, check=True)
    assert path.read_bytes() == done
    assert not list(tmp_path.glob("*.orig"))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(random=randoms)
def test_lines_that_are_conversations_are_repaired_one_by_one(tmp_path: Path, random: Random) -> None:
    lines = []
    for _ in range(random.randint(2, 6)):
        units = talks.clean(random)
        if random.random() < 0.5:
            random.choice(talks.DAMAGE)(units, random)
        lines.append({"model": "claude-opus-4-5", "messages": units})
    data = talks.lines(lines)
    if random.random() < 0.3:
        at = data.find(b"\n") + 1
        data = data[: at + random.randint(1, 40)] + data[data.find(b"\n", at) :]
    path = tmp_path / "talks.jsonl"
    path.write_bytes(data)
    assert check_file(str(path)) == whole(data, Policy())
    done, told = in_pieces(path, Policy())
    at_once = repair(data)
    assert done == at_once.data
    assert sorted(change.kind for change in told.changes) == sorted(change.kind for change in at_once.changes)


# The command


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A session with a fault, whose permissions are its own."""
    units = talks.clean(Random(2)) + talks.clean(Random(3))
    assert talks.empty_text(units, Random(4))
    path = tmp_path / "session.jsonl"
    path.write_bytes(talks.lines(talks.session(units, Random(5))))
    path.chmod(0o640)
    return path


def run(*arguments: object) -> int:
    return command(["transcript", *map(str, arguments)])


def test_a_long_file_is_repaired_in_place(damaged: Path, capfd: pytest.CaptureFixture[str]) -> None:
    before = damaged.read_bytes()
    assert run("repair", "--diff", damaged) == 1
    assert damaged.read_bytes() == before
    assert capfd.readouterr().out.startswith("--- ")
    assert run("repair", damaged) == 0
    printed = capfd.readouterr().out.encode()
    assert run("repair", "--in-place", "--backup", damaged) == 0
    assert "Repaired" in capfd.readouterr().err
    assert damaged.read_bytes() == printed == repair(before).data != before
    assert damaged.stat().st_mode & 0o777 == 0o640
    assert sorted(p.name for p in damaged.parent.iterdir()) == ["session.jsonl", "session.jsonl.bak"]
    status = damaged.stat()
    assert run("repair", "--in-place", damaged) == 0
    assert (damaged.stat().st_ino, damaged.stat().st_mtime_ns) == (status.st_ino, status.st_mtime_ns)
    assert run("check", damaged) == 0


def test_a_long_file_with_two_names_keeps_them(damaged: Path) -> None:
    other = damaged.with_name("other")
    other.hardlink_to(damaged)
    expected = repair(damaged.read_bytes()).data
    assert run("repair", "--in-place", damaged) == 0
    assert damaged.read_bytes() == other.read_bytes() == expected
    assert damaged.samefile(other)


def test_a_long_file_that_changes_meanwhile_is_not_written(
    damaged: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    write, grown = longwriting.write, damaged.read_bytes() + b"{}\n"

    def while_it_grows(path: str, parts: Any, out: Any) -> None:
        write(path, parts, out)
        damaged.write_bytes(grown)

    monkeypatch.setattr(longwriting, "write", while_it_grows)
    assert run("repair", "--in-place", damaged) == 2
    assert "changed while" in capfd.readouterr().err
    assert damaged.read_bytes() == grown
    assert [p.name for p in damaged.parent.iterdir()] == ["session.jsonl"]
