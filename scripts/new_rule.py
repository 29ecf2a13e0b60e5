"""Begin a rule: its module and its programs, ready to be filled in.

python scripts/new_rule.py TLP105 missing-assistant-turn "Results are sent, the turn that asked for them never is."
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MODULE = '''\
"""{summary}

## What it does
Reports ...

## Why it is wrong
...

## Example
```python
...
```

## Use instead
```python
...
```

## When it is silent
- ...

## Fix
...

## References
- ...
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from flake8_toolloop.findings import Finding, Severity
from flake8_toolloop.rules.base import Rule

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story


NAME = "{name}"


def check(story: Story) -> Iterator[Finding]:
    """What the rule reads in the story; a fact that it lacks is added to the story, not looked for here."""
    yield from ()


RULE = Rule(
    code="{code}",
    name=NAME,
    summary="{summary_phrase}",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=check,
)
'''
NEXT = """\
Next:
- src/flake8_toolloop/rules/__init__.py: list {module}.RULE
- tests/rules/{code}/bad/NAME.py: programs that are wrong, "# expect: {code}" at the end of the reported line
- tests/rules/{code}/good/NAME.py: programs that look alike and are right, at least three for each bad one
- tests/rules/{code}/fixed/NAME.py: each bad program as it has to be after the fix; none where there is no fix
- python scripts/generate_docs.py; CHANGELOG.md
"""


def create(code: str, name: str, summary: str, root: Path) -> Path:
    """Write the module and the folders; refuses what is there already."""
    rules = root / "src" / "flake8_toolloop" / "rules"
    if taken := sorted(rules.glob(f"{code.lower()}.py")):
        raise FileExistsError(f"{code} is taken: {taken[0].relative_to(root)}")
    module = rules / f"{code.lower()}.py"
    phrase = summary[0].lower() + summary[1:].rstrip(".")
    module.write_text(MODULE.format(code=code, name=name, summary=summary, summary_phrase=phrase), encoding="utf-8")
    for folder in ("bad", "good", "fixed"):
        (root / "tests" / "rules" / code / folder).mkdir(parents=True, exist_ok=True)
    return module


def _matching(pattern: str, what: str) -> Callable[[str], str]:
    def checked(text: str) -> str:
        if not re.fullmatch(pattern, text):
            raise argparse.ArgumentTypeError(f"{text!r} is not {what}")
        return text

    return checked


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("code", type=_matching(r"TLP[0-9]{3}", "a code such as TLP105"))
    parser.add_argument("name", type=_matching(r"[a-z0-9]+(-[a-z0-9]+)*", "a name such as missing-assistant-turn"))
    parser.add_argument("summary", help="one sentence")
    parser.add_argument("--root", type=Path, default=ROOT, help=argparse.SUPPRESS)
    args = parser.parse_args()
    try:
        module = create(args.code, args.name, args.summary, args.root)
    except FileExistsError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"Wrote {module.relative_to(args.root)} and tests/rules/{args.code}/.")
    print(NEXT.format(code=args.code, module=module.stem), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
