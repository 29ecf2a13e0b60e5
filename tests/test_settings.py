"""Settings: what is read from where, what is refused with which words, and what they decide."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from flake8_toolloop.configfile import Overrides, load, settings_for
from flake8_toolloop.findings import Confidence, Finding, Severity, Span
from flake8_toolloop.settings import Settings, SettingsError, codes_enabled, is_enabled, is_excluded, is_shown

ALL = """\
[tool.flake8-toolloop]
select = ["TLP1", "TLP2"]
ignore = ["TLP108"]
persona = "strict"
exclude = ["generated/", "*_pb2.py"]
model-calls = ["house.llm.ask", "house.llm.Client.complete"]
sanctioned = ["house.history.trim"]

[tool.flake8-toolloop.per-file-ignores]
"tests/" = ["TLP301"]
"legacy/**/*.py" = ["TLP1", "TLP203"]
"""


def pyproject(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text(text, encoding="utf-8")
    return file


def table(text: str) -> str:
    return f"[tool.flake8-toolloop]\n{text}\n"


def test_every_key_is_read(tmp_path: Path) -> None:
    assert load(str(pyproject(tmp_path, ALL))) == Settings(
        select=("TLP1", "TLP2"),
        ignore=("TLP108",),
        persona="strict",
        exclude=("generated/", "*_pb2.py"),
        per_file_ignores=(("tests/", ("TLP301",)), ("legacy/**/*.py", ("TLP1", "TLP203"))),
        model_calls=("house.llm.ask", "house.llm.Client.complete"),
        sanctioned=("house.history.trim",),
        root=str(tmp_path),
    )


@pytest.mark.parametrize(
    "text",
    ["", "[tool.other]\nselect = []\n", '[project]\ndependencies = ["flake8-toolloop"]\n', "this is no toml at all ["],
)
def test_a_file_without_our_table_says_nothing(tmp_path: Path, text: str) -> None:
    assert load(str(pyproject(tmp_path, text))) is None


def test_an_empty_table_is_the_defaults(tmp_path: Path) -> None:
    assert load(str(pyproject(tmp_path, table("")))) == Settings(root=str(tmp_path))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (table('selct = ["TLP1"]'), "tool.flake8-toolloop: unknown key 'selct', did you mean 'select'?"),
        (table("model_calls = []"), "unknown key 'model_calls', did you mean 'model-calls'?"),
        (table("zzz = 1"), "unknown key 'zzz' (known: select, ignore,"),
        (table('select = "TLP1"'), "tool.flake8-toolloop.select: has to be a list of strings, as ['TLP1']"),
        (table("select = 1"), "select: has to be a list of strings, not a number"),
        (table("ignore = [1]"), "ignore: has to be a list of strings, but one item is a number"),
        (
            table('select = ["tlp101"]'),
            "select: 'tlp101' is no code of this tool (TLP and up to three digits), did you",
        ),
        (table('select = ["E501"]'), "'E501' is no code of this tool"),
        (
            table('select = ["TLP999"]'),
            "select: no rule's code begins with 'TLP999' (flake8-toolloop rules lists them)",
        ),
        (table('ignore = ["TLP1", "TLP8"]'), "ignore: no rule's code begins with 'TLP8'"),
        (table('per-file-ignores = { "a.py" = ["TLP199"] }'), "per-file-ignores: 'a.py': no rule's code begins with"),
        (table('persona = "Strict"'), "persona: 'Strict' is not one of 'default', 'strict'"),
        (table("persona = true"), "persona: True is not one of"),
        (table('exclude = ["!"]'), "exclude: '!' is not a pattern as in .gitignore"),
        (
            table('model-calls = ["house.ask()"]'),
            "'house.ask()' is not a dotted name such as 'package.module.function', d",
        ),
        (table('sanctioned = ["a-b"]'), "sanctioned: 'a-b' is not a dotted name"),
        (table('per-file-ignores = ["x"]'), "per-file-ignores: has to be a table of pattern = [codes], not a list"),
        (table('per-file-ignores = { "a.py" = ["X1"] }'), "per-file-ignores: 'a.py': 'X1' is no code of this tool"),
        ("tool.flake8-toolloop = 1\n", "tool.flake8-toolloop has to be a table, not a number"),
        (table("select = ["), "pyproject.toml: "),
        ("# flake8-toolloop\n\udce9\n", "pyproject.toml: "),
    ],
)
def test_what_is_wrong_is_said_in_one_line_that_names_the_file(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "pyproject.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(SettingsError) as caught:
        load(str(file))
    said = str(caught.value)
    assert said.startswith(f"{file}: ")
    assert message in said
    assert "\n" not in said


def test_the_nearest_file_with_our_table_holds(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    pyproject(tmp_path, table('ignore = ["TLP1"]'))
    pyproject(tmp_path / "a", table('ignore = ["TLP2"]'))
    pyproject(tmp_path / "a" / "b", '[project]\nname = "without-a-table"\n')
    assert settings_for(str(tmp_path)).ignore == ("TLP1",)
    assert settings_for(str(tmp_path / "a" / "b" / "c")).ignore == ("TLP2",)
    assert settings_for(str(tmp_path / "other")).ignore == ("TLP1",)


def test_what_lies_above_the_repository_does_not_hold(tmp_path: Path) -> None:
    pyproject(tmp_path, table('ignore = ["TLP1"]'))
    (tmp_path / "clone" / ".git").mkdir(parents=True)
    assert settings_for(str(tmp_path / "clone" / "src")) == Settings()


def test_a_command_line_replaces_codes_and_adds_to_exclude(tmp_path: Path) -> None:
    pyproject(tmp_path, ALL)
    overrides = Overrides(select=("TLP2",), exclude=("old/",))
    settings = overrides.settings_for(str(tmp_path))
    assert settings.select == ("TLP2",)
    assert settings.ignore == ("TLP108",)
    assert settings.persona == "strict"
    assert settings.exclude == ("generated/", "*_pb2.py", "old/")
    assert Overrides(isolated=True).settings_for(str(tmp_path)) == Settings()


@pytest.mark.parametrize(
    ("select", "ignore", "enabled"),
    [
        (("TLP",), (), True),
        ((), (), False),
        (("TLP2",), (), False),
        (("TLP",), ("TLP1",), False),
        (("TLP1",), ("TLP",), True),
        (("TLP101",), ("TLP101",), False),
        (("TLP101",), ("TLP10",), True),
        (("TLP1", "TLP101"), ("TLP10",), True),
    ],
)
def test_the_longer_prefix_wins(select: tuple[str, ...], ignore: tuple[str, ...], enabled: bool) -> None:
    assert is_enabled("TLP101", Settings(select=select, ignore=ignore)) is enabled


def test_a_file_that_was_not_checked_is_said_unless_that_is_ignored() -> None:
    assert is_enabled("TLP901", Settings(select=("TLP101",)))
    assert not is_enabled("TLP901", Settings(select=("TLP101",), ignore=("TLP9",)))
    assert not is_enabled("TLP901", Settings(ignore=("TLP901",)))


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("tests/", "tests/a.py", True),
        ("tests/", "pkg/tests/deep/a.py", True),
        ("/tests/", "pkg/tests/a.py", False),
        ("tests/*.py", "tests/deep/a.py", False),
        ("tests/**/*.py", "tests/deep/a.py", True),
        ("*_pb2.py", "x/a_pb2.py", True),
        ("conftest.py", "x/conftest.py", True),
    ],
)
def test_patterns_are_those_of_gitignore_from_the_folder_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, path: str, matches: bool
) -> None:
    settings = Settings(per_file_ignores=((pattern, ("TLP1",)),), exclude=(pattern,), root=str(tmp_path))
    for spelling in (str(tmp_path / path), path):
        monkeypatch.chdir(tmp_path)
        assert codes_enabled(("TLP101", "TLP203"), settings, spelling) == (
            {"TLP203"} if matches else {"TLP101", "TLP203"}
        )
        assert is_excluded(spelling, settings) is matches


def test_a_file_outside_of_the_folder_is_matched_by_its_name(tmp_path: Path) -> None:
    settings = Settings(exclude=("conftest.py", "/outer/"), root=str(tmp_path / "inner"))
    assert is_excluded(str(tmp_path / "outer" / "conftest.py"), settings)
    assert not is_excluded(str(tmp_path / "outer" / "a.py"), settings)


def test_the_default_persona_hides_what_is_only_possible() -> None:
    finding = Finding("TLP101", "x", "m", Severity.ERROR, Confidence.POSSIBLE, Span(1, 0, 1, 1))
    strict = Settings(persona="strict")
    assert not is_shown(finding, Settings())
    assert is_shown(finding, strict)
    assert is_shown(dataclasses.replace(finding, confidence=Confidence.LIKELY), Settings())
