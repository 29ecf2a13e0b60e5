"""Reading a file and putting it back: bytes, modes, links, and what must never be overwritten."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flake8_toolloop.fixes import sourcefile
from flake8_toolloop.fixes.sourcefile import SourceError, decode, read, write

if TYPE_CHECKING:
    from pathlib import Path

ROUND_TRIPS = {
    "lf": b"a = 1\nb = 2\n",
    "crlf": b"a = 1\r\nb = 2\r\n",
    "cr": b"a = 1\rb = 2\r",
    "mixed": b"a = 1\r\nb = 2\nc = 3\r",
    "no newline at the end": b"a = 1",
    "empty": b"",
    "bom": b"\xef\xbb\xbfa = 1\n",
    "bom and cookie": b"\xef\xbb\xbf# coding: utf-8\r\na = '\xc3\xa9'\r\n",
    "form feed": b"a = 1\n\x0c\nb = 2\n",
    "latin-1": b"#!/usr/bin/python\n# -*- coding: latin-1 -*-\na = '\xe9'\n",
    "cookie under carriage returns": b"# a comment\r# coding: latin-1\ra = '\xe9'\r",
    "cookie in a later line": b"a = 1\n# coding: nonsense\n",
    "cookie in the code of a file with carriage returns": b"# one\rx = 1\ry = 'coding: nonsense'\r",
    "emoji": "a = '\U0001f926'\n".encode(),
    "unicode line separator": "a = '\u2028'\n".encode(),
}


def names(directory: Path) -> list[str]:
    return [entry.name for entry in directory.iterdir()]


@pytest.mark.parametrize("raw", ROUND_TRIPS.values(), ids=ROUND_TRIPS.keys())
def test_bytes_survive(raw: bytes) -> None:
    file = decode("x.py", raw)
    assert file.encode(file.text) == raw
    assert not file.text.startswith("\ufeff")


@given(st.text(st.characters(codec="utf-8")).filter(lambda text: "coding" not in text), st.booleans())
def test_any_text_survives(text: str, bom: bool) -> None:
    raw = (sourcefile.BOM if bom else b"") + text.encode()
    file = decode("x.py", raw)
    assert file.encode(file.text) == raw


@pytest.mark.parametrize("raw", [b"# coding: nonsense\n", b"a = '\xe9'\n", b"\xef\xbb\xbf# coding: latin-1\n"])
def test_undecodable(raw: bytes) -> None:
    with pytest.raises(SourceError, match="cannot be decoded"):
        decode("x.py", raw)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        read(tmp_path / "missing.py")


def test_write_keeps_mode_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    path.chmod(0o750)
    file = read(path)
    again = write(file, file.text.replace("1", "2"))
    assert path.read_bytes() == b"\xef\xbb\xbfa = 2\r\n" == again.raw
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert names(tmp_path) == ["x.py"]
    write(again, again.text.replace("2", "3"))
    assert path.read_bytes() == b"\xef\xbb\xbfa = 3\r\n"


def test_write_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "x.py"
    target.write_bytes(b"a = 1\n")
    link = tmp_path / "link.py"
    link.symlink_to(target)
    write(read(link), "a = 2\n")
    assert link.is_symlink()
    assert target.read_bytes() == b"a = 2\n"


def test_refuses_when_the_file_changed(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"a = 1\n")
    file = read(path)
    path.write_bytes(b"a = 'the user typed on'\n")
    with pytest.raises(SourceError, match="changed"):
        write(file, "a = 2\n")
    assert path.read_bytes() == b"a = 'the user typed on'\n"
    assert names(tmp_path) == ["x.py"]


def test_refuses_when_the_file_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"a = 1\n")
    file = read(path)
    path.unlink()
    with pytest.raises(SourceError, match="not written"):
        write(file, "a = 2\n")
    assert names(tmp_path) == []


def test_the_file_survives_a_failing_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"a = 1\n")
    file = read(path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SourceError, match="No space left"):
        write(file, "a = 2\n")
    assert path.read_bytes() == b"a = 1\n"
    assert names(tmp_path) == ["x.py"]


def test_refuses_a_read_only_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"a = 1\n")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SourceError, match="read-only"):
        write(read(path), "a = 2\n")


def test_refuses_what_its_encoding_cannot_say(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"# coding: latin-1\na = 1\n")
    with pytest.raises(SourceError, match="cannot be written in"):
        write(read(path), "# coding: latin-1\na = '\u2014'\n")


def test_refuses_an_encoding_that_does_not_round_trip(tmp_path: Path) -> None:
    path = tmp_path / "x.py"
    path.write_bytes(b"# coding: utf-7\na = '+AEE-'\n")  # 'A' is written plainly by the codec
    with pytest.raises(SourceError, match="not written"):
        write(read(path), "# coding: utf-7\na = 1\n")
