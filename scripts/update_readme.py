"""Put the real output of the README's first command into the README.

python scripts/update_readme.py          write it
python scripts/update_readme.py --check  exit with 1 where it is out of date
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
BEGIN = "<!-- example output: begin (scripts/update_readme.py) -->"
END = "<!-- example output: end -->"


def output() -> str:
    """What the command prints, at a fixed width and without colours."""
    done = subprocess.run(
        [sys.executable, "-m", "flake8_toolloop", "check", "--exit-zero", "examples/legacy_agent"],
        cwd=ROOT,
        env={"COLUMNS": "120", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return done.stdout


def excerpt(text: str) -> str:
    """The fault that the project was made for, and the closing line."""
    *findings, closing = text.rstrip("\n").split("\n\n")
    shown = next((finding for finding in findings if " TLP101 " in finding), findings[0])
    return f"{shown}\n\n...\n{closing}"


def updated(readme: str, text: str) -> str:
    """The README with this output between its marks."""
    block = f"{BEGIN}\n```text\n{text}\n```\n{END}"
    return re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: block, readme, flags=re.DOTALL)


def main() -> int:
    before = README.read_text(encoding="utf-8")
    after = updated(before, excerpt(output()))
    if "--check" in sys.argv[1:]:
        print("README.md is up to date" if after == before else "README.md is out of date: scripts/update_readme.py")
        return int(after != before)
    README.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
