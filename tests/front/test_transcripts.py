"""``transcript check``, ``repair`` and ``reduce`` as a user runs them."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
CASES = Path(__file__).parents[1] / "transcripts" / "cases"
SCHEMA = json.loads((Path(__file__).parents[2] / "docs" / "json-schema-v1.json").read_text(encoding="utf-8"))
ORPHAN = "t01_orphan_result_after_compaction"
SEALED = "QUJDREVGR0hJSktM"


@pytest.fixture
def broken(project: Path) -> Path:
    """A session with one fault that can be repaired."""
    return Path(shutil.copy(CASES / f"{ORPHAN}.jsonl", project / "session.jsonl"))


def fixed() -> bytes:
    return (CASES / f"{ORPHAN}.fixed.jsonl").read_bytes()


def call(ident: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": ident, "name": "ls", "input": {}}


def result(ident: str) -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": ident, "content": "ok"}


def thought(text: str = "First.", sealed: str = SEALED) -> dict[str, Any]:
    return {"type": "thinking", "thinking": text, "signature": sealed}


def user(content: Any) -> dict[str, Any]:
    return {"role": "user", "content": content}


def turn(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks)}


def test_check(broken: Path, command: Run) -> None:
    done = command("transcript", "check", "session.jsonl")
    assert done.returncode == 1
    assert done.stdout.startswith("session.jsonl:3:")
    assert "TLP601 error: the call `toolu_9`" in done.stdout
    assert "at  /message/content/0" in done.stdout
    assert "what follows  400: messages.2.content.0: unexpected" in done.stdout
    assert done.stdout.endswith("Found 1 fault (1 error) in 1 of 1 recording.\n")
    assert command("transcript", "check", "--exit-zero", "session.jsonl").returncode == 0
    assert command("transcript", "check", "--ignore", "TLP601", "session.jsonl").returncode == 0
    assert command("transcript", "check", "--select", "TLP6", "session.jsonl").returncode == 1
    assert "1  TLP601  orphaned-result" in command("transcript", "check", "--statistics", "session.jsonl").stdout


def test_check_as_json(broken: Path, command: Run) -> None:
    done = command("transcript", "check", "--output-format", "json", "session.jsonl")
    rows = json.loads(done.stdout)
    jsonschema.validate(rows, SCHEMA)
    assert [(row["code"], row["pointer"], row["location"]["row"]) for row in rows] == [
        ("TLP601", "/message/content/0", 3)
    ]


def test_standard_input_and_gzip(broken: Path, project: Path, command: Run) -> None:
    done = command("transcript", "check", "-", stdin=broken.read_bytes())
    assert done.stdout.startswith("-:3:")
    (project / "session.gz").write_bytes(gzip.compress(broken.read_bytes()))
    assert command("transcript", "check", "session.gz").stdout.startswith("session.gz:3:")
    assert command("transcript", "repair", "--in-place", "session.gz").returncode == 0
    assert gzip.decompress((project / "session.gz").read_bytes()) == fixed()
    repaired = command("transcript", "repair", "-", stdin=broken.read_bytes())
    assert repaired.stdout.encode() == fixed()


def test_a_torn_archive_is_told(project: Path, command: Run) -> None:
    (project / "x.gz").write_bytes(gzip.compress(b'{"role": "user", "content": "go"}')[:20])
    done = command("transcript", "check", "x.gz")
    assert done.returncode == 1
    assert "TLP901" in done.stdout
    assert "cannot be decompressed" in done.stdout


def test_repair_to_standard_output(broken: Path, command: Run) -> None:
    before = broken.read_bytes()
    done = command("transcript", "repair", "session.jsonl")
    assert (done.returncode, done.stdout.encode()) == (0, fixed())
    assert "Repaired session.jsonl: 1 change" in done.stderr
    assert "took out a result without its call" in done.stderr
    assert broken.read_bytes() == before


def test_repair_as_a_diff(broken: Path, command: Run) -> None:
    done = command("transcript", "repair", "--diff", "session.jsonl")
    assert done.returncode == 1
    assert done.stdout.startswith("--- a/session.jsonl\n+++ b/session.jsonl\n")
    assert broken.read_bytes() != fixed()
    subprocess.run(["git", "apply"], input=done.stdout.encode(), check=True)
    assert broken.read_bytes() == fixed()
    assert command("transcript", "repair", "--diff", "session.jsonl").returncode == 0


def test_repair_in_place_keeps_a_backup_and_the_permissions(broken: Path, command: Run) -> None:
    before = broken.read_bytes()
    broken.chmod(0o640)
    for name in ("session.jsonl.bak", "session.jsonl.bak1"):
        broken.write_bytes(before)
        assert command("transcript", "repair", "--in-place", "--backup", "session.jsonl").returncode == 0
        assert broken.read_bytes() == fixed()
        assert stat.S_IMODE(broken.stat().st_mode) == 0o640
        backup = broken.with_name(name)
        assert backup.read_bytes() == before
        assert stat.S_IMODE(backup.stat().st_mode) == 0o640
    # A clean file is not written, and gets no backup.
    inode = broken.stat().st_ino
    assert command("transcript", "repair", "--in-place", "--backup", "session.jsonl").returncode == 0
    assert broken.stat().st_ino == inode
    assert not broken.with_name("session.jsonl.bak2").exists()


def test_what_is_not_repaired_is_told(project: Path, command: Run) -> None:
    shutil.copy(CASES / "t32_reasoning_content_missing.json", project / "kimi.json")
    done = command("transcript", "repair", "kimi.json")
    assert done.returncode == 1
    assert "kimi.json:26: not repaired" in done.stderr
    assert done.stdout == (project / "kimi.json").read_text()


def test_empty_thinking_is_the_users_to_settle(project: Path, command: Run) -> None:
    messages = [user("go"), turn(thought(""), call("toolu_1")), user([result("toolu_1")])]
    (project / "x.json").write_text(json.dumps(messages))
    done = command("transcript", "check", "x.json")
    assert "TLP603 warning (likely)" in done.stdout
    left = command("transcript", "repair", "x.json")
    assert left.returncode == 1
    assert "--empty-thinking drop or keep settles it" in left.stderr
    assert json.loads(left.stdout) == messages
    assert command("transcript", "check", "--empty-thinking", "keep", "x.json").returncode == 0
    dropped = command("transcript", "repair", "--empty-thinking", "drop", "x.json")
    assert json.loads(dropped.stdout) == [user("go"), turn(call("toolu_1")), user([result("toolu_1")])]


@pytest.mark.parametrize(
    ("model", "beside", "codes"),
    [
        ("claude-opus-4-7", [], []),
        ("us.anthropic.claude-sonnet-5-20260301-v1:0", [], []),
        ("claude-opus-4-5", [], ["TLP603"]),
        ("claude-opus-4-7", [thought("Text.", SEALED[::-1].lower())], ["TLP603"]),
        ("kimi-k2.5", [], []),
    ],
)
def test_the_model_decides_about_empty_thinking(
    project: Path, command: Run, model: str, beside: list[Any], codes: list[str]
) -> None:
    messages = [user("go"), turn(thought(""), *beside, call("toolu_1")), user([result("toolu_1")])]
    (project / "x.json").write_text(json.dumps({"model": model, "max_tokens": 1, "messages": messages}))
    done = command("transcript", "check", "--output-format", "json", "x.json")
    assert [row["code"] for row in json.loads(done.stdout)] == codes


def test_a_recorded_refusal_decides_about_empty_thinking(project: Path, command: Run) -> None:
    text = "API Error: 400 messages.1.content.0.thinking: each thinking block must contain thinking"
    records: list[dict[str, Any]] = [
        {"type": "user", "uuid": "1", "parentUuid": None, "message": user("go")},
        {"type": "assistant", "uuid": "2", "parentUuid": "1", "message": {"id": "m", **turn(thought(""))}},
        {"type": "assistant", "uuid": "3", "parentUuid": "2", "message": {"id": "m", **turn(call("toolu_1"))}},
        {"type": "user", "uuid": "4", "parentUuid": "3", "message": user([result("toolu_1")])},
    ]
    error = {"role": "assistant", "model": "<synthetic>", "content": [{"type": "text", "text": text}]}
    last = {"type": "assistant", "uuid": "5", "parentUuid": "4", "isApiErrorMessage": True, "message": error}
    for rows, sure in ((records, False), ([*records, last], True)):
        (project / "x.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        done = command("transcript", "repair", "x.jsonl")
        assert (SEALED not in done.stdout) == sure


def test_two_recordings(project: Path, command: Run) -> None:
    question = {"model": "claude-opus-4-5", "max_tokens": 9, "system": "be kind", "messages": [user("go")]}
    content = [thought(), {"type": "text", "text": "Let me look."}, call("toolu_1")]
    answer = {"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use"}
    (project / "received.json").write_text(json.dumps({"request": question, "response": answer}))
    after = user([result("toolu_1")])
    same = {**question, "messages": [user("go"), turn(*content), after]}
    lost = {**question, "messages": [user("go"), turn(*content[1:]), after]}
    moved = {**question, "messages": [user("go"), turn(content[1], content[0], content[2]), after]}
    edited = {**question, "messages": [user("go"), turn(thought("Else."), *content[1:]), after]}
    rewritten = {**same, "system": "be quick"}
    for sent, codes in (
        (same, set()),
        (lost, {"TLP101"}),
        (moved, {"TLP106"}),
        (edited, {"TLP302"}),
        (rewritten, {"TLP406"}),
    ):
        (project / "sent.json").write_text(json.dumps(sent))
        done = command("transcript", "check", "--output-format", "json", "--received", "received.json", "sent.json")
        assert {row["code"] for row in json.loads(done.stdout)} == codes
    (project / "sent.json").write_text(json.dumps(lost))
    told = command("transcript", "check", "--received", "received.json", "sent.json").stdout
    assert "turn 1: block 0 (thinking) did not come back" in told


def test_reduce(project: Path, command: Run) -> None:
    messages = [
        user("go"),
        turn(thought(), call("toolu_1")),
        user([result("toolu_1")]),
        turn({"type": "text", "text": "Done."}),
        user("more"),
        turn(thought("Second.", SEALED.lower()), call("toolu_2")),
        user([result("toolu_2")]),
    ]
    (project / "x.json").write_text(json.dumps({"model": "claude-sonnet-4-5", "max_tokens": 1, "messages": messages}))
    done = command("transcript", "reduce", "x.json")
    assert done.returncode == 0
    kept = json.loads(done.stdout)["messages"]
    assert kept == [messages[0], turn(call("toolu_1")), *messages[2:]]
    assert "saved" in done.stderr
    for model, why in (
        ("claude-opus-4-7", "goes on reading"),
        ("claude-opus-5-5", "checks what stands before"),
        ("kimi-k2", "another maker's"),
    ):
        (project / "x.json").write_text(json.dumps({"model": model, "max_tokens": 1, "messages": messages}))
        refused = command("transcript", "reduce", "x.json")
        assert json.loads(refused.stdout)["messages"] == messages
        assert why in refused.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "nothing.json"), "nothing.json: there is no such file"),
        (("repair", "a.json", "b.json"), "several files need --in-place or --diff"),
        (("repair", "--backup", "a.json"), "--backup goes with --in-place"),
        (("repair", "--in-place", "-"), "--in-place takes files"),
        (("check", "-", "a.json"), "- reads standard input"),
    ],
)
def test_wrong_usage(project: Path, command: Run, arguments: tuple[str, ...], said: str) -> None:
    for name in ("a.json", "b.json"):
        (project / name).write_text("[]")
    done = command("transcript", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="there are no pipes with names here")
@pytest.mark.parametrize("action", ["check", "repair", "reduce"])
def test_what_is_no_file_is_called_what_it_is(project: Path, command: Run, action: str) -> None:
    os.mkfifo(project / "pipe")
    (project / "folder").mkdir()
    for name, said in (("pipe", "it is no regular file (- reads standard input)"), ("folder", "it is a folder")):
        done = command("transcript", action, name)
        assert done.returncode == 2
        assert done.stderr.startswith(f"flake8-toolloop: {name}: {said}")


def test_a_file_that_is_named_twice(broken: Path, command: Run) -> None:
    names = ("session.jsonl", "./session.jsonl")
    assert command("transcript", "check", *names).stdout.count("TLP601") == 1
    assert command("transcript", "repair", "--diff", *names).stdout.count("--- ") == 1


def test_a_file_that_cannot_be_written_leaves_the_others_theirs(project: Path, command: Run) -> None:
    first = f"{'x' * 246}.jsonl"  # no name is left for its backup
    for name in (first, "session.jsonl"):
        shutil.copy(CASES / f"{ORPHAN}.jsonl", project / name)
    done = command("transcript", "repair", "--in-place", "--backup", first, "session.jsonl")
    assert done.returncode == 2
    assert done.stderr.startswith(f"flake8-toolloop: {first}: ")
    assert (project / first).read_bytes() == (CASES / f"{ORPHAN}.jsonl").read_bytes()
    assert (project / "session.jsonl").read_bytes() == fixed()


def test_what_is_no_recording_is_told(project: Path, command: Run) -> None:
    (project / "x.json").write_text('{"a": 1}')
    done = command("transcript", "check", "x.json")
    assert done.returncode == 1
    assert "TLP901 error: cannot be read as a recording" in done.stdout
    assert command("transcript", "repair", "x.json").returncode == 1
