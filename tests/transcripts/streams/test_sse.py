"""The grammar of server-sent events, byte by byte."""

from __future__ import annotations

import pytest

from flake8_toolloop.transcripts import streams

CASES: list[tuple[bytes, list[tuple[str | None, str]]]] = [
    (b"data: a\n\n", [(None, "a")]),
    (b"data:a\n\n", [(None, "a")]),
    (b"data:  a\n\n", [(None, " a")]),
    (b"event: e\ndata: a\n\n", [("e", "a")]),
    (b"data: a\nevent: e\n\n", [("e", "a")]),
    (b"event: e\r\ndata: a\r\n\r\n", [("e", "a")]),
    (b"event: e\rdata: a\r\r", [("e", "a")]),
    (b"data: a\ndata: b\n\n", [(None, "a\nb")]),
    (b"data: a\ndata\n\n", [(None, "a\n")]),
    (b": comment\n\ndata: a\n: in it\n\n", [(None, "a")]),
    (b"\xef\xbb\xbfdata: a\n\n", [(None, "a")]),
    (b"retry: 5\nid: 1\ndata: a\n\ndata: b\n\n", [(None, "a"), (None, "b")]),
    (b"nonsense: x\ndata: a\n\n", [(None, "a")]),
    (b"event: only\n\n", []),
    (b"\n\n\n", []),
    (b"", []),
    ("data: 東京 🙂 \u2028\n\n".encode(), [(None, "東京 🙂 \u2028")]),
    (b"data: \xff\n\n", [(None, "\ufffd")]),
    (b"data: a", [(None, "a")]),
]


@pytest.mark.parametrize(("data", "expected"), CASES)
def test_what_is_read(data: bytes, expected: list[tuple[str | None, str]]) -> None:
    assert [(frame.event, frame.data) for frame in streams.read_sse(data)] == expected
    assert [(f.event, f.data) for f in streams.read_sse(bytes([b]) for b in data)] == expected


def test_places() -> None:
    data = b"\xef\xbb\xbf: c\r\n\r\nevent: e\r\ndata: a\r\n\r\ndata: b"
    first, second = streams.read_sse(data)
    assert (first.line, data[first.start : first.end]) == (3, b"event: e\r\ndata: a")
    assert (second.line, data[second.start : second.end], second.whole) == (6, b"data: b", False)


def test_what_is_written_is_one_line_for_every_reader() -> None:
    text = "a\nb\r\u2028\u2029\x85\x0b\x0c\x1c🙂\ud800"
    data = streams.write_sse({"type": "t", "text": text})
    assert len(data.decode().splitlines()) == 3
    (frame,) = streams.read_sse(data)
    assert (frame.event, frame.json()["text"]) == ("t", text)
    assert "🙂".encode() in data


def test_names_and_texts_of_several_lines() -> None:
    for name in ("a\nb", "a\rdata: x", "\ud800"):
        with pytest.raises(ValueError, match="no name of an event"):
            streams.write_sse({"type": name})
    (frame,) = streams.read_sse(streams.write_sse("a\nb", "t"))
    assert (frame.event, frame.data) == ("t", "a\nb")


def test_what_looks_like_it() -> None:
    assert streams.looks_like(b": c\n\ndata: {}\n\n")
    assert streams.looks_like(b"\xef\xbb\xbfevent: x\n")
    assert streams.looks_like(b'{"type": "message_start", "message": {}}\n{}')
    assert streams.looks_like(b'{"id":"c","object":"chat.completion.chunk","choices":[]}\n')
    for other in (
        b"",
        b"{}",
        b'{"type": "message"}',
        b'{"object": "chat.completion"}',
        b'{"x": [{"type": "ping"}]}',
        b'{"data": 1}',
        b"[1]",
        b"hello: x",
    ):
        assert not streams.looks_like(other)
