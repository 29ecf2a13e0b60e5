"""What a run costs, by stage, beside ruff on the same files; for reading, not a test.

    python scripts/packages.py scripts/agent_packages.txt bench-data      # once: 56 packages, 12,493 files, 60 MB
    python scripts/bench.py bench-data/unpacked [--repeat 3] [--flake8-files 40]
    python scripts/bench.py --transcripts [--repeat 3]                    # recordings alone: needs no files
    python scripts/bench.py --streams [--repeat 3]                        # event streams alone: needs no files

Prints
- wall time, CPU time and peak memory of ``flake8-toolloop check`` and of two runs of ruff, in turn, best of
  ``--repeat``; the files have been read once before, so that no tool waits for the disk; no tool has a cache;
- our time by stage and per line in one process, and the slowest files;
- the CPU time that our plugin adds to flake8, for files without a needle and with one, on files drawn with a seed;
- with ``--transcripts``: how fast clean recordings are passed, beside `json.loads` of the same bytes, and damaged ones
  checked and repaired;
- with ``--streams``: how fast responses become event streams, and streams are read and judged.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

DEFAULT_FOLDER = pathlib.Path("bench-data") / "unpacked"
BIN = pathlib.Path(sys.executable).parent
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "src"


@dataclass(frozen=True)
class Cost:
    """What one command took."""

    wall: float
    cpu: float
    largest: float
    """Peak memory in MB of the largest of its processes."""
    together: float
    """Peak memory in MB of all of its processes at one time, sampled; pages that they share count once for each."""


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=DEFAULT_FOLDER)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--flake8-files", type=int, default=40, help="files of each kind to run flake8 on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--streams", action="store_true", help="measure event streams and nothing else")
    parser.add_argument("--transcripts", action="store_true", help="measure recordings and nothing else")
    parser.add_argument("--worker", choices=("stages", "flake8"), help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        # Fresh processes of this script: what they measure must not share modules, caches or garbage with it.
        worker = {"stages": stages_worker, "flake8": flake8_worker}[args.worker]
        json.dump(worker(sys.stdin.read().splitlines()), sys.stdout)
        return 0

    if args.transcripts:
        transcripts(args.repeat)
        return 0
    if args.streams:
        streams(args.repeat)
        return 0

    paths = sorted(args.folder.rglob("*.py"))
    if not paths:
        sys.exit(f"no Python files in {args.folder}; see --help for how to fetch them")
    size = sum(len(path.read_bytes()) for path in paths)
    print(f"{len(paths)} files, {size / 1e6:.1f} MB, Python {sys.version.split()[0]}, {os.cpu_count()} processors\n")
    compare(args.folder, args.repeat)
    skipped = stages([str(path) for path in paths])
    plugin(skipped, args.flake8_files, args.seed)
    return 0


# The commands, from outside.


def compare(folder: pathlib.Path, repeat: int) -> None:
    """Us and ruff on one folder, in turn, so that a slow minute of the machine hits all."""
    ruff = [str(BIN / "ruff"), "check", "--no-cache", "--isolated", "--quiet"]
    commands = {
        "flake8-toolloop check": [str(BIN / "flake8-toolloop"), "check", "--isolated", "--output-format", "json"],
        "ruff --select E9": [*ruff, "--select", "E9"],
        "ruff, default rules": ruff,
    }
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(repeat):
        for name, command in commands.items():
            costs[name].append(measure([*command, str(folder)]))
    print(f"{'best of ' + str(repeat):24} {'wall s':>8} {'CPU s':>8} {'MB, largest':>12} {'MB, together':>13}")
    best = {name: min(runs, key=lambda cost: cost.wall) for name, runs in costs.items()}
    for name, cost in best.items():
        largest, together = (max(getattr(run, key) for run in costs[name]) for key in ("largest", "together"))
        print(f"{name:24} {cost.wall:8.2f} {cost.cpu:8.2f} {largest:12.0f} {together:13.0f}")
    ours, *others = best.items()
    for name, cost in others:
        wall, cpu = ours[1].wall / cost.wall, ours[1].cpu / cost.cpu
        print(f"we take {wall:.1f} times the wall time and {cpu:.1f} times the CPU time of {name}")
    print()


def measure(command: list[str]) -> Cost:
    """Run a command to its end; findings (exit code 1) are fine."""
    with tempfile.TemporaryFile() as output:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
        watch = Watch(process.pid)
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.ended.set()
        watch.join()
        if process.returncode not in (0, 1):
            output.seek(0)
            sys.exit(f"{command[0]} failed:\n{output.read().decode(errors='replace')[-2000:]}")
    # Kilobytes everywhere but on macOS. The kernel gives the largest of the process and the children it waited for.
    unit = 1e6 if sys.platform == "darwin" else 1e3
    largest = usage.ru_maxrss / unit
    return Cost(wall, usage.ru_utime + usage.ru_stime, largest, max(watch.peak, largest))


class Watch(threading.Thread):
    """Adds up the memory of a process and its descendants, twenty times a second, where /proc can tell."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid = pid
        self.peak = 0.0
        self.ended = threading.Event()

    def run(self) -> None:
        while not self.ended.wait(0.05):
            self.peak = max(self.peak, sum(map(resident, descendants(self.pid))))


def descendants(pid: int) -> Iterator[int]:
    """A process and all below it."""
    yield pid
    with contextlib.suppress(OSError):
        for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text(encoding="ascii").split():
                yield from descendants(int(child))


def resident(pid: int) -> float:
    """Memory in MB that a process has now; 0 when it has ended."""
    with contextlib.suppress(OSError):
        for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1e3
    return 0.0


def worker(kind: str, paths: list[str]) -> Any:
    """Run a part of this script in a process of its own."""
    command = [sys.executable, __file__, "--worker", kind]
    run = subprocess.run(
        command, input="\n".join(paths), stdout=subprocess.PIPE, text=True, encoding="utf-8", check=True
    )
    return json.loads(run.stdout)


# Our stages, from inside one process.


def stages(paths: list[str]) -> dict[str, bool]:
    """Print what each stage takes; whether the prefilter let each file be."""
    report = worker("stages", paths)
    lines, loaded = report["lines"], report["loaded_lines"]
    print(f"one process: {report['files']} files, {lines} lines; past the prefilter {report['loaded']}, {loaded} lines")
    print(f"{'stage':24} {'s':>8} {'us/line':>8} {'us/loaded line':>15}")
    for name, seconds in [*report["stages"].items(), ("all", report["seconds"])]:
        print(f"{name:24} {seconds:8.2f} {1e6 * seconds / lines:8.2f} {1e6 * seconds / max(loaded, 1):15.2f}")
    print(f"import {report['import']:.2f} s; {report['findings']} findings; peak memory {report['peak']:.0f} MB")
    print("slowest files:")
    for seconds, path, count in report["slowest"]:
        print(f"{seconds:8.3f} s {count:7} lines  {path}")
    print()
    return dict(report["skipped"])


def stages_worker(paths: list[str]) -> dict[str, Any]:
    """Analyse every file, one after the other."""
    import resource

    begin = time.perf_counter()
    from flake8_toolloop.analysis import analyse
    from flake8_toolloop.fixes.sourcefile import SourceError, decode
    from flake8_toolloop.prefilter import may_matter
    from flake8_toolloop.settings import Settings

    imported = time.perf_counter() - begin
    settings = Settings()
    total: Counter[str] = Counter()
    spent = dict.fromkeys(("read", "prefilter on bytes", "decode"), 0.0)
    slowest: list[tuple[float, str, int]] = []
    skipped = {}
    for path in paths:
        begin = time.perf_counter()
        raw = pathlib.Path(path).read_bytes()
        read = time.perf_counter()
        matters = may_matter(raw)
        filtered = time.perf_counter()
        lines = raw.count(b"\n") + 1
        spent["read"] += read - begin
        spent["prefilter on bytes"] += filtered - read
        total.update(files=1, lines=lines)
        skipped[path] = not matters
        if not matters:
            continue
        begin_decode = time.perf_counter()
        try:
            source = decode(path, raw).text
        except SourceError:
            continue
        decoded = time.perf_counter()
        report = analyse(source, path, settings)
        end = time.perf_counter()
        spent["decode"] += decoded - begin_decode
        for name, seconds in report.timings.items():
            spent[name] = spent.get(name, 0.0) + seconds
        # What a file costs outside of the stages that the report names.
        spent["rest"] = spent.get("rest", 0.0) + (end - decoded) - sum(report.timings.values())
        total.update(loaded=1, loaded_lines=lines, findings=len(report.findings))
        slowest = sorted([*slowest, (end - begin, path, lines)], reverse=True)[:5]
    spent["rest"] = spent.pop("rest", 0.0)
    unit = 1e6 if sys.platform == "darwin" else 1e3
    counts = {key: total[key] for key in ("files", "lines", "findings", "loaded", "loaded_lines")}
    return {
        **counts,
        "import": imported,
        "seconds": sum(spent.values()),
        "stages": spent,
        "slowest": slowest,
        "skipped": skipped,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit,
    }


# Our plugin, inside flake8.


def plugin(skipped: dict[str, bool], count: int, seed: int) -> None:
    """Print what our plugin takes inside flake8, and flake8 with all of its plugins."""
    print("inside flake8     files   lines  ours: CPU ms/file  us/line  slowest, ms  first, ms  flake8: CPU ms/file")
    for name, wanted in (("without a needle", True), ("with a needle", False)):
        pool = sorted(path for path, skip in skipped.items() if skip is wanted)
        paths = random.Random(seed).sample(pool, min(count, len(pool)))
        if not paths:
            continue
        report = worker("flake8", paths)
        own = [1e3 * seconds for seconds in report["own"]]
        # The first file pays for imports and is told apart.
        first, rest = own[0], own[1:] or own
        lines = sum(pathlib.Path(path).read_bytes().count(b"\n") + 1 for path in paths)
        mean, whole = sum(rest) / len(rest), 1e3 * report["whole"] / len(own)
        print(
            f"{name:16} {len(own):6} {lines:7} {mean:18.3f} {1e3 * sum(rest) / lines:8.2f}"
            f" {max(rest):12.1f} {first:10.1f} {whole:20.1f}"
        )


def flake8_worker(paths: list[str]) -> dict[str, Any]:
    """Run flake8 on the files in this process, with a clock around our plugin."""
    import functools

    from flake8.main.application import Application

    from flake8_toolloop.plugin import Plugin

    own: list[float] = []
    make: Callable[..., None] = Plugin.__init__
    run: Callable[..., Iterator[Any]] = Plugin.run

    @functools.wraps(make)  # flake8 reads the signature to know what to pass
    def timed_make(self: Plugin, *args: Any, **kwargs: Any) -> None:
        begin = time.process_time()
        make(self, *args, **kwargs)
        own.append(time.process_time() - begin)

    @functools.wraps(run)
    def timed_run(self: Plugin) -> Iterator[Any]:
        begin = time.process_time()
        found = list(run(self))
        own[-1] += time.process_time() - begin
        return iter(found)

    Plugin.__init__ = timed_make  # type: ignore[method-assign]
    Plugin.run = timed_run  # type: ignore[method-assign]
    application = Application()
    begin = time.process_time()
    options = ["--isolated", "--jobs", "1", "--exit-zero", "--select", "TLP", "--output-file", os.devnull]
    with contextlib.suppress(SystemExit):
        application.run([*options, *paths])
    return {"own": own, "whole": time.process_time() - begin}


# Recordings.


def transcripts(repeat: int) -> None:
    """CPU time of a clean recording's way through `repair`, and of a damaged one's, beside the standard parser."""
    from flake8_toolloop.transcripts import repair
    from flake8_toolloop.transcripts.checking import check

    print(
        "recording                        MB   json.loads ms   passed over ms   clean: repair ms   times as fast"
        "   damaged: check ms   repair ms"
    )
    for name, size in (("1 kB a result", 1_000), ("4 kB a result", 4_000), ("20 kB a result", 20_000)):
        messages = recorded(size, 8_000_000 // (2 * size + 2_000))
        body = json.dumps({"model": "claude-opus-4-5", "messages": messages}).encode()
        session = b"".join(json.dumps(record).encode() + b"\n" for record in session_of(messages))
        for kind, data, broken in (
            ("request", body, body.replace(b'"signature": "', b'"signature": "*', 1)),
            ("session", session, session.replace(b'"signature": "', b'"signature": "*', 1)),
        ):
            assert repair(data).data is data
            assert check(broken)
            parsed = best(repeat, lambda data=data, kind=kind: parse_with_json(data, lines=kind == "session"))  # type: ignore[misc]
            over = best(repeat, lambda data=data, kind=kind: pass_over(data, lines=kind == "session"))  # type: ignore[misc]
            passed = best(repeat, lambda data=data: repair(data))  # type: ignore[misc]
            checked = best(repeat, lambda data=broken: check(data))  # type: ignore[misc]
            mended = best(repeat, lambda data=broken: repair(data))  # type: ignore[misc]
            print(
                f"{kind}, {name:22} {len(data) / 1e6:5.1f} {1e3 * parsed:15.1f} {1e3 * over:16.1f}"
                f" {1e3 * passed:18.1f} {parsed / passed:15.1f} {1e3 * checked:19.1f} {1e3 * mended:11.1f}"
            )

    grown(repeat)


def grown(repeat: int) -> None:
    """A request that goes on from one that was clean, as a gateway gets it."""
    from flake8_toolloop.transcripts import Known, repair

    messages = recorded(4_000, 800)
    before, after = (
        json.dumps({"model": "claude-opus-4-5", "messages": messages[:end]}).encode() for end in (-2, len(messages))
    )
    times = []
    for _ in range(max(repeat, 3)):
        known = Known()
        repair(before, known=known)
        begin = time.process_time()
        assert repair(after, known=known).data is after
        times.append(time.process_time() - begin)
    parsed, passed = best(repeat, lambda: json.loads(after)), min(times)
    print(
        f"request that has grown           {len(after) / 1e6:5.1f} {1e3 * parsed:15.1f} {'':16} {1e3 * passed:18.1f}"
        f" {parsed / passed:15.1f}"
    )


def recorded(size: int, turns: int) -> list[dict[str, Any]]:
    """A clean conversation whose results are pieces of this repository's own code."""
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.rglob("*.py")))
    draw = random.Random(1)

    def text(length: int) -> str:
        at = draw.randrange(len(source) - length)
        return source[at : at + length]

    messages: list[dict[str, Any]] = [{"role": "user", "content": text(500)}]
    for number in range(turns):
        calls = [
            {"type": "tool_use", "id": f"toolu_{number}_{n}", "name": "Read", "input": {"path": "a.py"}} for n in (0, 1)
        ]
        signature = base64.b64encode(draw.randbytes(300)).decode()
        thought = {"type": "thinking", "thinking": text(600), "signature": signature}
        messages.append({"role": "assistant", "content": [thought, {"type": "text", "text": text(100)}, *calls]})
        results = [{"type": "tool_result", "tool_use_id": call["id"], "content": text(size)} for call in calls]
        messages.append({"role": "user", "content": results})
    return messages


def session_of(messages: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The same as the records of a session, a block a line."""
    parent = None
    for number, message in enumerate(messages):
        content = message["content"]
        for index, block in enumerate(content if isinstance(content, list) else [content]):
            own = {"id": f"msg_{number}", "model": "claude-opus-4-5"} if message["role"] == "assistant" else {}
            told = {"role": message["role"], **own, "content": [block] if isinstance(block, dict) else block}
            yield {"parentUuid": parent, "type": message["role"], "message": told, "uuid": f"{number}.{index}"}
            parent = f"{number}.{index}"


def parse_with_json(data: bytes, *, lines: bool) -> None:
    """The standard library's parser on the same bytes."""
    if lines:
        for line in data.splitlines():
            json.loads(line)
    else:
        json.loads(data)


def pass_over(data: bytes, *, lines: bool) -> None:
    """Prove that it is JSON and make nothing of it: less than that no scan does that misses nothing."""
    import msgspec

    decoder = msgspec.json.Decoder(msgspec.Raw)
    if lines:
        decoder.decode_lines(data)
    else:
        decoder.decode(data)


# Event streams.


def streams(repeat: int) -> None:
    """Print how fast a long turn of each API is streamed, read and judged, beside ``json.loads`` of its body."""
    from flake8_toolloop.transcripts.streams import check, exact, read_sse, to_sse

    print(
        "event streams                MB   events   CPU us/event: written   read   judged   json.loads of the body, ms"
    )
    for name, message in long_turns().items():
        body = exact.dumps(message)
        data = b"".join(to_sse(message))
        frames = read_sse(data)
        written = best(repeat, lambda whole=message: list(to_sse(whole)))  # type: ignore[misc]
        read = best(repeat, lambda data=data: read_sse(data))  # type: ignore[misc]
        judged = best(repeat, lambda frames=frames: check(frames))  # type: ignore[misc]
        loaded = 1e3 * best(repeat, lambda body=body: json.loads(body))  # type: ignore[misc]
        each = " ".join(f"{1e6 * t / len(frames):8.1f}" for t in (written, read, judged))
        print(f"{name:24} {len(data) / 1e6:6.2f} {len(frames):8} {' ' * 14}{each} {loaded:27.1f}")


def long_turns() -> dict[str, dict[str, Any]]:
    """A turn of about a megabyte as each API says it."""
    thought, said, arguments = "So this, then that. " * 60, "Words, 東京, more. " * 60, {"rows": list(range(200))}
    blocks: list[dict[str, Any]] = []
    items: list[dict[str, Any]] = []
    calls: list[dict[str, Any]] = []
    for number in range(250):
        call = {"name": "put", "arguments": json.dumps(arguments)}
        blocks += [
            {"type": "thinking", "thinking": thought, "signature": "c2ln" * 100},
            {"type": "text", "text": said},
            {"type": "tool_use", "id": f"toolu_{number}", "name": "put", "input": arguments},
        ]
        items += [
            {"type": "reasoning", "id": f"rs_{number}", "summary": [{"type": "summary_text", "text": thought}]},
            {"type": "message", "id": f"m_{number}", "content": [{"type": "output_text", "text": said}]},
            {"type": "function_call", "id": f"fc_{number}", "call_id": f"call_{number}", **call},
        ]
        calls.append({"id": f"call_{number}", "type": "function", "function": call})
    message = {"role": "assistant", "content": said * 250, "reasoning_content": thought * 250, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    return {
        "Anthropic Messages": {"content": blocks, "stop_reason": "tool_use", "usage": {"output_tokens": 9}},
        "OpenAI Responses": {"id": "r", "status": "completed", "output": items},
        "Chat Completions": {"id": "c", "choices": [choice]},
    }


def best(repeat: int, work: Callable[[], object]) -> float:
    """The least CPU time of some runs, in seconds."""
    times = []
    for _ in range(repeat):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


if __name__ == "__main__":
    raise SystemExit(main())
