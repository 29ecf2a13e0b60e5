"""``transcript to-sse`` and ``transcript from-sse``: a response as the stream that brings it, and back.

Exit codes: 0 done. 1: done, and the capture is not one that its contract allows; standard error says where. 2: there is
no response, or no stream, to be read.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_toolloop.front.request import standard_input
from flake8_toolloop.front.screen import printable
from flake8_toolloop.settings import SettingsError

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.streams import Capture

GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"


def add_parsers(add_parser: Callable[..., argparse.ArgumentParser]) -> None:
    """The two commands; ``add_parser`` is that of the subparsers of `transcript`."""
    to = add_parser(
        "to-sse",
        help="print a response as an event stream",
        description="Print a response body of Anthropic, OpenAI Responses or Chat Completions as an event stream.",
    )
    to.add_argument("path", metavar="MESSAGE", help="the body as JSON, also compressed with gzip; - for standard input")
    to.add_argument("--size", type=_size, default=80, metavar="N", help="characters in one delta; default: 80")
    back = add_parser(
        "from-sse",
        help="print the response that an event stream brings",
        description="Print the responses that a captured event stream brings, one a line; "
        "exit code 1 if the stream is not one that its contract allows.",
    )
    back.add_argument("path", metavar="CAPTURE", help="the bytes, also compressed with gzip; - for standard input")
    back.add_argument(
        "--strict", action="store_true", help="take from deltas what deltas bring, whatever stands in the starts"
    )


def to_sse(args: argparse.Namespace) -> int:
    """Write a response as a stream."""
    from flake8_toolloop.transcripts.streams import exact, to_sse

    try:
        message = exact.loads(read(args.path).removeprefix(BOM))
        for piece in to_sse(message, size=args.size):
            sys.stdout.buffer.write(piece)
    except ValueError as error:
        raise SettingsError(f"{args.path}: no response that could be streamed: {error}") from error
    return 0


def from_sse(args: argparse.Namespace) -> int:
    """Write the responses of a capture."""
    from flake8_toolloop.transcripts.streams import captures, exact

    found = [capture for capture in captures(read(args.path)) if capture.message]
    if not found:
        raise SettingsError(f"{args.path}: there is no event stream with a response in it")
    for capture in found:
        message = capture.check.strict if args.strict else capture.message
        sys.stdout.buffer.write(exact.dumps(message).encode() + b"\n")
    sys.stdout.buffer.flush()
    for capture in found:
        for line in told(capture, args.path):
            print(line, file=sys.stderr)
    return int(any(not capture.check.legal for capture in found))


def told(capture: Capture, path: str) -> list[str]:
    """What is wrong with a capture, a line each."""
    loses = " (a reader of it gets something else)"
    return [
        f"{printable(path)}:{fault.line}: {printable(fault.message)}{loses if fault.lossy and not fault.fatal else ''}"
        for fault in capture.faults
    ]


def read(path: str) -> bytes:
    """The bytes of a file, uncompressed. Raises SettingsError where they cannot be had."""
    try:
        data = standard_input() if path == "-" else Path(path).read_bytes()
        return gzip.decompress(data) if data.startswith(GZIP) else data
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise SettingsError(f"{path}: it cannot be decompressed: {error}") from error
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror or error}") from error


def _size(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of characters")
    return int(text)
