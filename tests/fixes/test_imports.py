"""Imports that a repair leaves without a use."""

from __future__ import annotations

import pytest

from flake8_toolloop.fixes.code import Code
from flake8_toolloop.fixes.edits import apply_edits
from flake8_toolloop.fixes.guards import Change
from flake8_toolloop.fixes.imports import Idle, left_idle

USE = "x = json.dumps(y)"


def idle(source: str, path: str = "agent.py") -> tuple[str, Idle]:
    """What becomes of a module whose `USE` is taken out, and of its imports."""
    code = Code(source, path=path)
    start = source.index(USE)
    edit = code.edit(start, start + len(USE), "x = y")
    found = left_idle(code, Change(source, [edit]))
    return apply_edits(source, [*found.edits, edit]), found


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("import json\nimport os\n", "import os\n"),
        ("import os\nimport json\n", "import os\n"),
        ("import json, os\n", "import os\n"),
        ("import os, json\n", "import os\n"),
        ("import os, json, sys\n", "import os, sys\n"),
        ("import orjson as json\nimport os\n", "import os\n"),
        ("from serde import json\nimport os\n", "import os\n"),
        ("from serde import (\n    json,\n    yaml,\n)\n", "from serde import (\n    yaml,\n)\n"),
        ("from serde import (\n    toml,\n    json,\n)\n", "from serde import (\n    toml,\n)\n"),
        ('"""json for us"""\n\nimport json\n\nimport os\n', '"""json for us"""\n\nimport os\n'),
        ("import json\n\nimport os\n", "import os\n"),
        ("import os\r\nimport json\r\n\r\n", "import os\r\n\r\n"),
    ],
)
def test_a_plain_import_goes(head: str, after: str) -> None:
    text, found = idle(f"{head}{USE}\n")
    assert text == f"{after}x = y\n"
    assert found.left == ()


@pytest.mark.parametrize(
    "head",
    [
        "import json  # for the log\n",
        "import json; import os\n",
        "import json as json\n",
        "import json.decoder\n",
        "from . import json\n",
        "import json\nimport json\n",
        "import json\n\n\ndef f(json):\n    return 1\n\n\n",
        "import json\njson = None\n",
    ],
)
def test_one_that_may_be_wanted_is_left_and_named(head: str) -> None:
    text, found = idle(f"{head}{USE}\n")
    assert text == f"{head}x = y\n"
    assert set(found.left) <= {"json"}
    assert found.left or "None" in head


@pytest.mark.parametrize(
    "module",
    [
        f"import json\n{USE}\nprint(json)\n",
        f'import json\n__all__ = ["json"]\n{USE}\n',
        f'import json\n\n\ndef f(a: "json.JSONDecoder"):\n    return a\n\n\n{USE}\n',
        f"import json\ny = []  # type: list[json.JSONDecoder]\n{USE}\n",
        f'import json\n\n\ndef f():\n    """>>> json.dumps(1)"""\n\n\n{USE}\n',
        f"import os\n{USE}\n",
        f"if True:\n    import json\n{USE}\n",
        f"def f():\n    import json\n    {USE}\n",
        f"from __future__ import annotations\n{USE}\n",
    ],
)
def test_what_is_used_or_no_import_of_the_module_stays(module: str) -> None:
    text, found = idle(module)
    assert text == module.replace(USE, "x = y")
    assert found == Idle()


def test_a_lambda_has_no_statements() -> None:
    assert idle(f"import json\nf = lambda: 1\n{USE}\n")[0] == "f = lambda: 1\nx = y\n"


@pytest.mark.parametrize("path", ["pkg/__init__.py", "agent.pyi"])
def test_modules_through_which_names_are_given(path: str) -> None:
    text, found = idle(f"import json\n{USE}\n", path)
    assert (text, found.left) == ("import json\nx = y\n", ("json",))


def test_an_import_that_the_repair_changes_is_left_to_it() -> None:
    source = f"import json, os\n{USE}\n"
    code = Code(source)
    edits = [code.edit(12, 12, " sys,"), code.edit(16, 16 + len(USE), "x = y")]
    assert left_idle(code, Change(source, edits)) == Idle()
