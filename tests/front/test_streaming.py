"""``transcript to-sse``, ``from-sse``, and ``check`` of captured streams, as a user runs them."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from flake8_toolloop.front.cli import run as command
from flake8_toolloop.transcripts import streams

MESSAGE = """{
  "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test",
  "content": [
    {"type": "thinking", "thinking": "Erst dies, dann 東京.", "signature": "c2lnbmVk"},
    {"type": "tool_use", "id": "toolu_1", "name": "put", "input": {"rows": [1.0, 1e5, -0, 12345678901234567890123]}}
  ],
  "stop_reason": "tool_use", "stop_sequence": null, "usage": {"input_tokens": 5, "output_tokens": 20}
}
"""


@dataclass
class Done:
    returncode: int
    stdout: bytes
    stderr: bytes


Run = Callable[..., Done]


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    def run(*arguments: str, given: bytes = b"") -> Done:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
        try:
            code = command(["transcript", *arguments])
        except SystemExit as error:
            code = int(str(error.code))
        out, err = capfdbinary.readouterr()
        return Done(code, out, err)

    return run


def whole_in_the_start(message: dict[str, Any]) -> bytes:
    """The published fault."""
    events = [e for e in streams.synthesise(message) if e["type"] != "content_block_delta"]
    for event in events:
        if event["type"] == "content_block_start":
            event["content_block"] = message["content"][event["index"]]
    return b"".join(map(streams.write_sse, events))


@pytest.fixture
def message(tmp_path: Path) -> Path:
    path = tmp_path / "message.json"
    path.write_bytes(MESSAGE.encode())
    return path


def test_there_and_back(run: Run, message: Path, tmp_path: Path) -> None:
    sent = run("to-sse", str(message), "--size", "5")
    assert (sent.returncode, sent.stderr) == (0, b"")
    assert sent.stdout.startswith(b"event: message_start\ndata: {")
    assert b"1e5" in b"".join(
        f.json()["delta"]["partial_json"].encode() for f in streams.read_sse(sent.stdout) if "partial_json" in f.data
    )
    capture = tmp_path / "capture.sse"
    capture.write_bytes(sent.stdout)
    back = run("from-sse", str(capture))
    assert (back.returncode, back.stderr) == (0, b"")
    assert b"[1.0, 1e5, -0, 12345678901234567890123]" in back.stdout
    assert json.loads(back.stdout) == json.loads(MESSAGE)
    assert run("from-sse", "--strict", str(capture)).stdout == back.stdout


def test_standard_input_compressed_and_with_a_mark(run: Run, message: Path) -> None:
    plain = run("to-sse", str(message)).stdout
    for given in (b"\xef\xbb\xbf" + message.read_bytes(), gzip.compress(message.read_bytes())):
        assert run("to-sse", "-", given=given).stdout == plain
    back = run("from-sse", "-", given=gzip.compress(b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n") * 2))
    assert [json.loads(line) for line in back.stdout.splitlines()] == [json.loads(MESSAGE)] * 2


def test_an_illegal_stream_is_rescued_and_told(run: Run, tmp_path: Path) -> None:
    capture = tmp_path / "capture.sse"
    capture.write_bytes(whole_in_the_start(json.loads(MESSAGE)))
    back = run("from-sse", str(capture))
    assert back.returncode == 1
    assert json.loads(back.stdout) == json.loads(MESSAGE)
    first, second = back.stderr.decode().splitlines()
    assert first.startswith(f"{capture}:7: a `thinking` block starts with its `thinking` and `signature`")
    assert first.endswith("(a reader of it gets something else)")
    assert second.startswith(f"{capture}:13: a `tool_use` block")
    strict = json.loads(run("from-sse", "--strict", str(capture)).stdout)
    assert strict["content"][0]["thinking"] == ""


def test_captures_are_checked(run: Run, tmp_path: Path) -> None:
    capture = tmp_path / "capture.sse"
    capture.write_bytes(whole_in_the_start(json.loads(MESSAGE)))
    checked = run("check", "--output-format", "json", str(capture))
    rows = json.loads(checked.stdout)
    assert checked.returncode == 1
    assert [(row["code"], row["location"]["row"]) for row in rows] == [("TLP501", 7), ("TLP613", 13)]
    capture.write_bytes(b"".join(streams.to_sse(json.loads(MESSAGE))))
    assert run("check", str(capture)).returncode == 0


def test_a_legal_stream_may_bring_a_broken_turn(run: Run, tmp_path: Path) -> None:
    message = json.loads(MESSAGE)
    message["content"][0]["signature"] = ""
    capture = tmp_path / "capture.sse.gz"
    capture.write_bytes(gzip.compress(b"".join(streams.to_sse(message))))
    rows = json.loads(run("check", "--output-format", "json", str(capture)).stdout)
    assert [row["code"] for row in rows] == ["TLP303"]


@pytest.mark.parametrize("given", [b"", b"{", b"[]", b"[{}]", b"null", b'{"content": 1}', b"\x1f\x8b broken", b"NaN"])
def test_what_is_no_response(run: Run, given: bytes) -> None:
    done = run("to-sse", "-", given=given)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("given", [b"", b"{}", b"data: 1\n\n", b"event: ping\ndata: {}\n\n", b"\x1f\x8b broken"])
def test_what_is_no_stream(run: Run, given: bytes) -> None:
    done = run("from-sse", "-", given=given)
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1


def test_files_that_are_not_there(run: Run, tmp_path: Path) -> None:
    done = run("to-sse", str(tmp_path / "none"))
    assert done.returncode == 2
    assert b"No such file" in done.stderr
    assert run("to-sse", "-", "--size", "0").returncode == 2
