"""Draw findings at random, each with the code around it, for a person to judge by reading.

    python scripts/sample.py FOLDER [-n 60] [--seed 1] [--exclude FILE] [--select CODES] [--json FINDINGS]

FILE lists files to leave out (files that somebody has labelled already, say): paths relative to FOLDER, one a line, or
JSON objects with package, version and path, as in FOLDER/package-version/path. The same seed, code and files give the
same draw. ``--json`` takes the saved output of ``check --output-format json`` instead of running it.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import random
from collections import Counter
from typing import Any

from ordinary import check

CONTEXT = 25


def read_excluded(path: pathlib.Path | None) -> set[str]:
    """The paths in a list of files to leave out."""
    excluded = set()
    for line in path.read_text(encoding="utf-8").splitlines() if path else ():
        if line.startswith("{"):
            row = json.loads(line)
            excluded.add(f"{row['package']}-{row['version']}/{row['path']}")
        elif line.strip():
            excluded.add(line.strip())
    return excluded


def show(finding: dict[str, Any], folder: pathlib.Path, context: int) -> None:
    """A finding, what it is related to, and the code around it; ``>`` marks its lines, ``*`` those of the way."""
    path = pathlib.Path(finding["filename"])
    first, last = finding["location"]["row"], finding["end_location"]["row"]
    print(f"{path.resolve().relative_to(folder)}:{first}:{finding['location']['column']}")
    print(f"{finding['code']} {finding['name']} [{finding['severity']}, {finding['confidence']}, {finding['dialect']}]")
    print(finding["message"] + (f" ({finding['effect']})" if finding.get("effect") else ""))
    marks = {}
    for related in finding["related"]:
        where = related["filename"] or finding["filename"]
        row = related["location"]["row"]
        same = pathlib.Path(where).resolve() == path.resolve()
        print(f"    {related['role']}: {'' if same else where + ':'}{row}: {related['message']}")
        if same:
            marks[row] = "*"
    marks |= dict.fromkeys(range(first, last + 1), ">")
    # Not splitlines(): a form feed ends no line in Python source.
    lines = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    wanted = set(range(first - context, last + context + 1))
    # The way may begin far above; its lines are shown without their surroundings.
    wanted |= {row + step for row in marks for step in (-1, 0, 1)}
    before = 0
    for row in sorted(row for row in wanted if 1 <= row <= len(lines)):
        if before and row != before + 1:
            print("      ...")
        print(f"{marks.get(row, ' ')} {row:5} {lines[row - 1]}".rstrip())
        before = row


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("-n", type=int, default=60, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exclude", type=pathlib.Path, help="a list of files to leave out")
    parser.add_argument("--select", help="only these codes")
    parser.add_argument("--json", type=pathlib.Path, help="the output of a check that was run before")
    parser.add_argument("--context", type=int, default=CONTEXT, help="lines around a finding (default: %(default)s)")
    args = parser.parse_args()

    folder = args.folder.resolve()
    if args.json:
        findings = json.loads(args.json.read_text(encoding="utf-8"))
    else:
        findings = check(args.folder, options=("--select", args.select) if args.select else ())
    if args.json and args.select:
        findings = [finding for finding in findings if finding["code"].startswith(tuple(args.select.split(",")))]
    excluded = read_excluded(args.exclude)
    pool = []
    for finding in findings:
        path = pathlib.Path(finding["filename"]).resolve().relative_to(folder).as_posix()
        if path not in excluded:
            pool.append((path, finding["location"]["row"], finding["location"]["column"], finding["code"], finding))
    pool.sort(key=lambda item: item[:4])
    drawn = random.Random(args.seed).sample(pool, min(args.n, len(pool)))
    for number, (*_, finding) in enumerate(drawn, 1):
        print(f"{'=' * 100}\n{number}/{len(drawn)}  ", end="")
        show(finding, folder, args.context)
    print("=" * 100)
    codes = ", ".join(f"{code} {count}" for code, count in sorted(Counter(item[3] for item in pool).items()))
    print(f"{len(drawn)} of {len(pool)} findings (seed {args.seed}; {len(findings)} with the excluded files): {codes}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
