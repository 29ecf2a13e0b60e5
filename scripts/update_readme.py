"""Put the real output of the README's examples into the README.

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
REFUSAL = (
    "messages.1.content.1: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified"
)


def output(*arguments: str) -> str:
    """What the command prints, at a fixed width and without colours."""
    done = subprocess.run(
        [sys.executable, "-m", "flake8_toolloop", *arguments],
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


def updated(readme: str, name: str, text: str) -> str:
    """The README with this output between the marks of that name."""
    begin, end = f"<!-- {name} output: begin (scripts/update_readme.py) -->", f"<!-- {name} output: end -->"
    block = f"{begin}\n```text\n{text}\n```\n{end}"
    return re.sub(f"{re.escape(begin)}.*?{re.escape(end)}", lambda _: block, readme, flags=re.DOTALL)


def current(readme: str) -> str:
    """The README with what the command prints now."""
    readme = updated(readme, "example", excerpt(output("check", "--exit-zero", "examples/legacy_agent")))
    explained = output("explain", REFUSAL).rstrip("\n")
    return updated(readme, "explain", f"$ flake8-toolloop explain '{REFUSAL}'\n{explained}")


def main() -> int:
    before = README.read_text(encoding="utf-8")
    after = current(before)
    if "--check" in sys.argv[1:]:
        print("README.md is up to date" if after == before else "README.md is out of date: scripts/update_readme.py")
        return int(after != before)
    README.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
