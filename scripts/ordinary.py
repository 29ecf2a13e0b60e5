"""Run the linter over large packages that have nothing to do with agents: every finding there is a false alarm.

    python scripts/ordinary.py [--folder CACHE] [--limit 1.0]

Fetches the ten packages of ordinary_packages.txt into CACHE (default: the user's cache folder; later runs need no
network), prints each finding, and findings per 1,000 files. Exit code 1 when there are ``--limit`` or more.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time
from collections import Counter
from typing import Any

import packages

HERE = pathlib.Path(__file__).parent


def command() -> str:
    """The command of this interpreter's environment, not one that happens to come first on the path."""
    return str(pathlib.Path(sys.executable).with_name("flake8-toolloop"))


def check(*paths: str | pathlib.Path, options: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """The findings of a ``check``, as the JSON output has them."""
    run = subprocess.run(
        [command(), "check", "--isolated", "--output-format", "json", *options, *map(str, paths)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if run.returncode not in (0, 1):
        sys.exit(f"check failed with exit code {run.returncode}:\n{run.stderr}")
    findings: list[dict[str, Any]] = json.loads(run.stdout)
    return findings


def default_folder() -> pathlib.Path:
    """Where the packages are kept between runs."""
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "flake8-toolloop" / "ordinary"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=pathlib.Path, default=default_folder())
    parser.add_argument("--pins", type=pathlib.Path, default=HERE / "ordinary_packages.txt")
    parser.add_argument("--limit", type=float, default=1.0, help="findings per 1,000 files (default: %(default)s)")
    parser.add_argument("--persona", choices=("default", "strict"), default="default")
    args = parser.parse_args()

    pins = packages.read_pins(args.pins)
    unpacked = packages.fetch(pins, args.folder)
    files = Counter({pin.folder: sum(1 for _ in (unpacked / pin.folder).rglob("*.py")) for pin in pins})
    begin = time.perf_counter()
    findings = check(*(unpacked / pin.folder for pin in pins), options=("--persona", args.persona))
    seconds = time.perf_counter() - begin

    found: Counter[str] = Counter()
    for finding in findings:
        path = pathlib.Path(finding["filename"]).resolve().relative_to(unpacked.resolve())
        found[path.parts[0]] += 1
        print(f"{path}:{finding['location']['row']}: {finding['code']} ({finding['confidence']}) {finding['message']}")
    for name, count in sorted(files.items()):
        print(f"{name:28} {count:6} files {found[name]:4} findings")
    rate = 1000 * len(findings) / files.total()
    print(f"{files.total()} files, {len(findings)} findings, {rate:.2f} per 1,000 files, {seconds:.1f} s")
    return 0 if rate < args.limit else 1


if __name__ == "__main__":
    raise SystemExit(main())
