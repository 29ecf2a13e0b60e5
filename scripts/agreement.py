"""Whether flake8 and ``flake8-toolloop check`` say the same of real packages; for reading, not a test.

    python scripts/packages.py scripts/agent_packages.txt bench-data      # once
    python scripts/agreement.py bench-data/unpacked [--packages 10] [--seed 1]

Draws packages with a seed, runs both on each, prints what only one of them says. flake8 gets one file at a time and
follows its imports; ``check`` gets the folder. Exits with 1 where they differ.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from pathlib import Path

Place = tuple[str, int, int, str]
FORMAT = "%(path)s|%(row)d|%(col)d|%(code)s"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--packages", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = checked(args.folder)
    names = sorted({Path(place[0]).relative_to(args.folder.resolve()).parts[0] for place in found})
    random.Random(args.seed).shuffle(names)
    differing = 0
    for name in names[: args.packages]:
        folder = args.folder.resolve() / name
        here = {place for place in found if Path(place[0]).is_relative_to(folder)}
        # Only files with a needle: the others cost flake8 its time and say nothing.
        files = sorted(path for path in folder.rglob("*.py") if may_say_something(path))
        there = linted(files)
        print(f"{name}: {len(files)} files, {len(here)} findings", "the same" if here == there else "DIFFERENT")
        for place in sorted(here ^ there):
            print(f"  only {'check' if place in here else 'flake8'}: {place}")
        differing += here != there
    return int(bool(differing))


def may_say_something(path: Path) -> bool:
    """Whether the prefilter lets a file through."""
    from flake8_toolloop.reporting import worth_a_look

    return worth_a_look(path.read_bytes())


def checked(folder: Path) -> set[Place]:
    """The findings of ``check``."""
    command = [sys.executable, "-m", "flake8_toolloop", "check", "--isolated", "--exit-zero", "--output-format", "json"]
    done = subprocess.run([*command, str(folder)], capture_output=True, check=True)
    rows = json.loads(done.stdout)
    return {(r["filename"], r["location"]["row"], r["location"]["column"], r["code"]) for r in rows}


def linted(files: list[Path]) -> set[Place]:
    """The findings of flake8."""
    command = [sys.executable, "-m", "flake8", "--isolated", "--select", "TLP", "--format", FORMAT]
    done = subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False)
    if done.stderr:
        sys.exit(done.stderr[-2000:])
    rows = [line.split("|") for line in done.stdout.splitlines()]
    return {(path, int(row), int(column), code) for path, row, column, code in rows}


if __name__ == "__main__":
    sys.exit(main())
