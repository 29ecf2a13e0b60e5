"""A file cannot be read as Python.

## What it does
Reports a file that cannot be opened, decoded or parsed.

## Why it is wrong
Nothing in it was checked. Silence about it must not look like clean.

## Example
```python
def loop(:
    pass
```

## Use instead
```python
def loop():
    pass
```

## When it is silent
- the file holds nothing of a tool loop, so that it is never parsed

## Fix
None.

## References
- https://docs.python.org/3/reference/lexical_analysis.html
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "unreadable-file"


RULE = Rule(
    code="TLP901",
    name=NAME,
    summary="A file cannot be read as Python",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    fixable=False,
)
