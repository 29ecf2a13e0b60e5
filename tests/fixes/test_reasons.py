"""Each finding has a repair, or a reason of its own kind why it has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.rules import RULES
from flake8_toolloop.settings import Settings

ROOT = Path(__file__).parents[1] / "rules"
CODES = sorted({rule.code for rule in RULES if (ROOT / rule.code / "bad").is_dir()})
VAGUE = ("there is no fix", "there is none", "what is meant here is for you to say")


@pytest.mark.slow
@pytest.mark.parametrize("code", CODES)
def test_each_finding_has_a_fix_or_says_why_not(code: str) -> None:
    for path in sorted((ROOT / code / "bad").glob("*.py")):
        source = path.read_text(encoding="utf-8")
        for finding in analyse(source, path.name, Settings(persona="strict"), fixes=True).findings:
            reason = finding.no_fix_reason
            assert finding.fixes or reason, path.name
            assert not (reason or "").startswith(VAGUE), (path.name, finding.code, reason)
            assert "report it" not in (reason or ""), reason
