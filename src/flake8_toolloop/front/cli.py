"""The command ``flake8-toolloop``: what it takes, and what its exit codes say.

0: nothing to report. 1: something was reported, or remains after ``fix``, or ``fix --diff`` would change something.
For `explain`, 0: the text holds a refusal that is known, 1: none.
2: wrong usage, settings that cannot be used, or an error of ours outside of any file. 130: interrupted.
"""

from __future__ import annotations

import argparse
import contextlib
import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from flake8_toolloop import __version__
from flake8_toolloop.settings import PERSONAS, SettingsError

PROGRAM = "flake8-toolloop"
FAULTS, TROUBLE, INTERRUPTED = 1, 2, 130
_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; whatever goes wrong is one line on standard error."""
    from flake8_toolloop.front.screen import forgiving

    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - print() would take standard output
    if sys.stdout is None:
        return _trouble("cannot write output: standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        forgiving(stream)
    args = _parser().parse_args(arguments)
    try:
        code = _dispatch(args)
        sys.stdout.flush()
        return code
    except SettingsError as error:
        return _trouble(str(error))
    except BrokenPipeError:
        _abandon_output()  # the reader has seen enough
        return FAULTS
    except KeyboardInterrupt:
        print(f"{PROGRAM}: interrupted", file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # What fails at a path names it: this is the stream.
        if error.filename is None and error.errno in _UNWRITABLE:
            _abandon_output()
            return _trouble(f"cannot write output: {error.strerror}")
        return _trouble(f"an error in flake8-toolloop itself: {type(error).__name__}: {error}")
    except Exception as error:  # noqa: BLE001 - a stranger gets one line, not a traceback
        return _trouble(f"an error in flake8-toolloop itself: {type(error).__name__}: {error}")


def _dispatch(args: argparse.Namespace) -> int:
    # Each command loads what it needs and no more: `rules` needs no process pool, `check` no libcst.
    if args.command == "check":
        from flake8_toolloop.front.checking import check

        return check(args)
    if args.command == "fix":
        from flake8_toolloop.front.repairing import fix

        return fix(args)
    if args.command == "provider":
        from flake8_toolloop.front.providing import provide

        return provide(args)
    if args.command == "explain":
        from flake8_toolloop.front.explaining import explain

        return explain(args)
    if args.command == "transcript":
        from flake8_toolloop.front.transcripts import transcript

        return transcript(args)
    from flake8_toolloop.front import catalogue

    print(catalogue.one(args.code) if args.command == "rule" else catalogue.everything())
    return 0


def _trouble(text: str) -> int:
    from flake8_toolloop.front.screen import printable

    with contextlib.suppress(OSError):
        print(f"{PROGRAM}: {printable(' '.join(text.split()))}", file=sys.stderr)
    return TROUBLE


def _abandon_output() -> None:
    """Python would complain once more when it closes the stream at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(TROUBLE, f"{self.prog}: {message} (see {self.prog} --help)\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog=PROGRAM, description="Finds, explains and repairs code that loses an LLM's turn in a tool loop."
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_check(
        commands.add_parser("check", help="report faults", description="Report faults; exit code 1 if there are any.")
    )
    _add_fix(commands.add_parser("fix", help="repair faults", description="Repair faults; exit code 1 if any remain."))
    rule = commands.add_parser("rule", help="explain a rule", description="Explain one rule.")
    rule.add_argument("code", metavar="CODE", help="a code or a name, as TLP101 or filtered-assistant-turn")
    _add_explain(
        commands.add_parser(
            "explain",
            help="from a provider's error text to the rules that can cause it",
            description="From a provider's error text to the rules that can cause it; exit code 1 if it is not known.",
        )
    )
    commands.add_parser("rules", help="list all rules", description="List all rules.")
    _add_provider(
        commands.add_parser(
            "provider",
            help="serve a strict local provider to run a loop against",
            description="Serve a strict local Anthropic provider; exit code 1 if a loop lost something of its turns.",
        )
    )
    _add_transcript(
        commands.add_parser(
            "transcript",
            help="look at recorded conversations, and repair them",
            description="Recorded conversations: check and repair them.",
        )
    )
    return parser


def _add_transcript(parser: argparse.ArgumentParser) -> None:
    from flake8_toolloop.front.transcripts import add_parsers

    add_parsers(parser)


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    add = parser.add_argument
    add("--output-format", choices=("text", "json"), default="text", help="default: text; docs/json.md describes json")
    add("--show-fixes", action="store_true", help="show for each finding its fix, or why there is none")
    add("--statistics", action="store_true", help="count the findings of each code")
    add("--loops", action="store_true", help="list the tool loops that were found, and whether their turns stay whole")
    add("--exit-zero", action="store_true", help="exit with 0 even where there are findings")


def _add_fix(parser: argparse.ArgumentParser) -> None:
    _add_common(parser)
    add = parser.add_argument
    add("--diff", action="store_true", help="write nothing, print a unified diff; exit code 1 if there is one")
    add("--unsafe-fixes", action="store_true", help="also apply fixes that may change what runs or what is shown")


def _add_explain(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("text", nargs="+", metavar="TEXT", help="the text, with anything around it; - for standard input")
    add("--output-format", choices=("text", "json"), default="text", help="default: text; docs/json.md describes json")


def _add_provider(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("run", nargs="*", metavar="COMMAND", help="after --: run this against the provider and stop when it ends")
    add("--mode", choices=("auto", "manual", "adaptive", "prefix"), default="auto", help="whose checks; default: auto")
    add("--script", metavar="FILE", help="turns as JSON; default: a demanding script for the request's first tool")
    add("--port", type=int, default=0, metavar="N", help="default: any that is free")
    add(
        "--idle", type=float, default=600, metavar="SECONDS", help="stop when no request came for so long; default: 600"
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="files and folders, default: the current folder; - for standard input")
    add("--select", action="append", metavar="CODES", help="report these codes or prefixes only, comma-separated")
    add("--ignore", action="append", metavar="CODES", help="do not report these codes or prefixes, comma-separated")
    add("--persona", choices=PERSONAS, help="strict also reports what is only possible")
    add(
        "--exclude",
        action="append",
        metavar="PATTERNS",
        help="leave these out as well, comma-separated, as in .gitignore",
    )
    add("--isolated", action="store_true", help="read no pyproject.toml")
    add("--no-respect-gitignore", dest="gitignore", action="store_false", help="look into ignored files too")
    add("--stdin-filename", metavar="PATH", help="the name of what comes in on standard input")
    add("-j", "--jobs", type=_jobs, default=0, metavar="N", help="worker processes, default: one for each processor")


def _jobs(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes")
    return int(text)
