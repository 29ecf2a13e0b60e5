"""The linter failed on a file.

## What it does
Reports an error of ours, at line 1, and goes on with the other files. Under flake8, which has no other place for it,
also settings that cannot be used: the message says which (the command says it on standard error and exits with 2).

## Why it is wrong
Nothing in the file was checked. Please report an error of ours with the file, or a part of it; mend the settings.

## Example
```python
# no program is known to do this
```

## Use instead
```python
# no program is known to do this
```

## When it is silent
- the linter did not fail, and the settings can be used

## Fix
None.

## References
- https://github.com/flake8-toolloop/flake8-toolloop/issues
"""

from __future__ import annotations

from flake8_toolloop.findings import Severity
from flake8_toolloop.rules.base import Rule, told_elsewhere

NAME = "internal-error"


RULE = Rule(
    code="TLP902",
    name=NAME,
    summary="The linter failed on a file",
    severity=Severity.ERROR,
    doc=__doc__ or "",
    check=told_elsewhere,
    fixable=False,
)
