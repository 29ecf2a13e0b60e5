"""The rules, an explicit list: one module each."""

from __future__ import annotations

from flake8_toolloop.rules import (
    tlp101,
    tlp102,
    tlp103,
    tlp104,
    tlp105,
    tlp107,
    tlp108,
    tlp201,
    tlp202,
    tlp203,
    tlp204,
    tlp205,
    tlp301,
    tlp302,
    tlp303,
    tlp401,
    tlp402,
    tlp501,
    tlp502,
    tlp901,
    tlp902,
    tlp903,
)
from flake8_toolloop.rules.base import Rule

RULES: tuple[Rule, ...] = (
    tlp101.RULE,
    tlp102.RULE,
    tlp103.RULE,
    tlp104.RULE,
    tlp105.RULE,
    tlp107.RULE,
    tlp108.RULE,
    tlp201.RULE,
    tlp202.RULE,
    tlp203.RULE,
    tlp204.RULE,
    tlp205.RULE,
    tlp301.RULE,
    tlp302.RULE,
    tlp303.RULE,
    tlp401.RULE,
    tlp402.RULE,
    tlp501.RULE,
    tlp502.RULE,
    tlp901.RULE,
    tlp902.RULE,
    tlp903.RULE,
)
