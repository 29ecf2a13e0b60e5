"""A `# noqa` comment quiets nothing.

## What it does
Reports a `# noqa` comment that names a code of this tool where no finding of that code is on its line. Only the command
does: flake8 takes comments into account after its plugins have run, and no plugin sees what they quieted.

## Why it is wrong
It was right once: the fault has gone, or the line has moved away from its comment. Left where it is, it quiets the next
fault as well.

## Example
```python
messages.append({"role": "assistant", "content": response.content})  # noqa: TLP101
```

## Use instead
```python
messages.append({"role": "assistant", "content": response.content})
```

## When it is silent
- `# noqa` without codes, `# flake8: noqa`, codes of other tools
- a code, or a beginning of codes, of which a rule was not asked: not selected, ignored for the file, of the strict
  persona only
- the code quiets what only the strict persona shows
- the file could not be followed whole: something cost too much

## Fix
Takes the code out, or the comment where nothing is left of it. None where the comment goes on in words of its own;
unsafe where such words stand before it.

## References
- https://flake8.pycqa.org/en/latest/user/violations.html
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "unused-suppression"


RULE = Rule(
    code="TLP903",
    name=NAME,
    summary="A `# noqa` comment quiets nothing",
    severity=Severity.NOTE,
    doc=__doc__ or "",
    check=told_elsewhere,
    fixable=True,
)
