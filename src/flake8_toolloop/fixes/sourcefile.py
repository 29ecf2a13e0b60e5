"""Reading a Python file to text and putting it back so that no byte changes that nobody asked to change."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import stat
import tempfile
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

_CHANGED = "not written: it changed while it was being repaired"
BOM = b"\xef\xbb\xbf"


class SourceError(Exception):
    """A file that cannot be read as Python source, or cannot be written without harm; the text says why."""


@dataclass(frozen=True)
class SourceFile:
    """A file as it was read. ``text`` has no BOM and keeps its newlines as they are."""

    path: Path
    raw: bytes
    text: str
    encoding: str
    bom: bool = False

    def encode(self, text: str) -> bytes:
        """The bytes of ``text`` in this file's encoding, with its BOM."""
        try:
            data = text.encode(self.encoding)
        except UnicodeEncodeError as error:
            character = error.object[error.start : error.end]
            raise SourceError(f"{character!r} cannot be written in {self.encoding}") from error
        return BOM + data if self.bom else data


def decode(path: str | os.PathLike[str], raw: bytes) -> SourceFile:
    """Decode the bytes of a Python file: BOM and PEP 263 cookie are obeyed, newlines and form feeds kept."""
    lines = iter(re.split(rb"(?<=\n)|(?<=\r)(?!\n)", raw, maxsplit=2)[:2])
    try:
        encoding, _ = tokenize.detect_encoding(lambda: next(lines, b""))
    except SyntaxError as error:
        raise SourceError(f"cannot be decoded: {error.msg}") from error
    bom = raw.startswith(BOM)
    if bom:
        encoding = "utf-8"
    try:
        text = raw[len(BOM) if bom else 0 :].decode(encoding)
    except (UnicodeError, LookupError) as error:  # the codec `undefined` raises the broader one
        raise SourceError(f"cannot be decoded: {error}") from error
    return SourceFile(Path(path), raw, text, encoding, bom)


def read(path: str | os.PathLike[str]) -> SourceFile:
    """Read and decode a Python file."""
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise SourceError(f"cannot be read: {error.strerror or error}") from error
    return decode(path, raw)


def write(file: SourceFile, text: str) -> SourceFile:
    """Put ``text`` in the place of the file that was read, all of it or nothing, and return the file as it is now.

    A symbolic link stays and its target is written. Nothing is written where the file changed since it was read,
    where it is not ours to write, or where its encoding does not give its own bytes back.
    """
    data = file.encode(text)
    if file.encode(file.text) != file.raw:
        raise SourceError(f"not written: decoding it as {file.encoding} and encoding it again changes it")
    write_bytes(file.path, file.raw, data)
    return SourceFile(file.path, data, text, file.encoding, file.bom)


def write_bytes(path: str | os.PathLike[str], raw: bytes, data: bytes) -> None:
    """Put ``data`` in the place of a file that was read as ``raw``, on the same terms."""
    target = Path(os.path.realpath(path))
    try:
        before = _writable(target)
        _replace(raw, target, data, before)
    except OSError as error:
        raise SourceError(f"not written: {error.strerror or error}") from error


def write_stream(path: str | os.PathLike[str], seen: os.stat_result, fill: Callable[[BinaryIO], None]) -> None:
    """The same of a file that is too large to be held: ``fill`` writes it anew; ``seen`` is what it was when read."""
    target = Path(os.path.realpath(path))
    try:
        before = _writable(target)
        with _beside(target) as (temporary_path, temporary):
            fill(temporary)
            temporary.flush()
            os.fsync(temporary.fileno())
            if _stamp(target.stat()) != _stamp(seen):
                raise SourceError(_CHANGED)
            if before.st_nlink > 1:
                _overwrite_from(temporary_path, target)
                return
            _keep_owner_and_mode(temporary_path, before)
            temporary.close()  # what is open cannot be renamed everywhere
            temporary_path.replace(target)
        _sync_directory(target.parent)
    except OSError as error:
        raise SourceError(f"not written: {error.strerror or error}") from error


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return status.st_ino, status.st_size, status.st_mtime_ns


@contextlib.contextmanager
def _beside(target: Path) -> Iterator[tuple[Path, BinaryIO]]:
    """A new file beside another, which is gone at the end unless it was renamed."""
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as stream:
            yield Path(name), stream
    finally:
        with contextlib.suppress(OSError):
            Path(name).unlink()


def _overwrite_from(source: Path, target: Path) -> None:
    """Write a file with several names where it is; where that fails it is put back from a copy."""
    with _beside(target) as (kept, _):
        shutil.copyfile(target, kept)
        try:
            _pour(source, target)
        except BaseException:
            with contextlib.suppress(OSError):
                _pour(kept, target)
            raise


def _pour(source: Path, target: Path) -> None:
    with source.open("rb") as stream, target.open("r+b") as out:
        shutil.copyfileobj(stream, out)
        out.truncate()
        out.flush()
        os.fsync(out.fileno())


def _writable(target: Path) -> os.stat_result:
    status = target.stat()
    if not stat.S_ISREG(status.st_mode):
        raise SourceError("not written: it is not a regular file")
    if not os.access(target, os.W_OK):
        raise SourceError("not written: it is read-only")
    return status


def _replace(raw: bytes, target: Path, data: bytes, before: os.stat_result) -> None:
    """Write beside the target, then rename over it; the target is compared with what was read as late as can be."""
    if before.st_nlink > 1:
        _overwrite(raw, target, data)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary_path = Path(name)
    try:
        with os.fdopen(handle, "wb") as temporary:
            temporary.write(data)
            temporary.flush()
            os.fsync(temporary.fileno())
        _keep_owner_and_mode(temporary_path, before)
        if target.read_bytes() != raw:
            raise SourceError(_CHANGED)
        temporary_path.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary_path.unlink()
        raise
    _sync_directory(target.parent)


def _overwrite(raw: bytes, target: Path, data: bytes) -> None:
    """Write a file with several names where it is, so that all of them keep it, and put it back where that fails."""
    with target.open("r+b") as stream:
        if stream.read() != raw:
            raise SourceError(_CHANGED)
        try:
            _fill(stream, data)
        except BaseException:
            with contextlib.suppress(OSError):
                _fill(stream, raw)
            raise


def _fill(stream: BinaryIO, data: bytes) -> None:
    stream.seek(0)
    stream.write(data)
    stream.truncate()
    stream.flush()
    os.fsync(stream.fileno())


def _keep_owner_and_mode(path: Path, before: os.stat_result) -> None:
    now = path.stat()
    if hasattr(os, "chown") and (now.st_uid, now.st_gid) != (before.st_uid, before.st_gid):
        with contextlib.suppress(OSError):  # only a privileged user may give a file away
            os.chown(path, before.st_uid, before.st_gid)
    path.chmod(stat.S_IMODE(before.st_mode))


def _sync_directory(directory: Path) -> None:
    """Make the rename itself last through a power cut, where the system can do that."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
