"""The pages and files around the code say what the code does."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from flake8_toolloop.analysis import analyse
from flake8_toolloop.rules import RULES
from flake8_toolloop.rules.base import Rule
from flake8_toolloop.settings import Settings
from flake8_toolloop.transcripts.checking import check

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CODES = [rule.code for rule in RULES]
# What needs no program to be seen, or is seen in recordings alone.
WITHOUT_EXAMPLES = {"TLP901", "TLP902", "TLP903", *(rule.code for rule in RULES if rule.data)}


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def examples(rule: Rule, heading: str) -> list[str]:
    text = script("generate_docs").sections(rule).get(heading, "")
    return re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def recordings(rule: Rule, heading: str) -> list[str]:
    text = script("generate_docs").sections(rule).get(heading, "")
    return re.findall(r"^```(?:jsonl?|text)\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def codes(source: str) -> set[str]:
    return {finding.code for finding in analyse(source, "example.py", Settings(persona="strict")).findings}


def test_the_rules_have_their_own_codes_and_names() -> None:
    assert len(set(CODES)) == len(CODES)
    assert len({rule.name for rule in RULES}) == len(CODES)
    assert sorted(CODES) == CODES


@pytest.mark.parametrize("rule", RULES, ids=CODES)
def test_a_rule_explains_itself(rule: Rule) -> None:
    assert re.fullmatch(r"TLP[0-9]{3}", rule.code)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)+", rule.name)
    assert rule.summary
    assert not rule.summary.endswith(".")
    generator = script("generate_docs")
    assert list(generator.sections(rule)) == ["", *generator.HEADINGS]
    assert all(generator.sections(rule).values())


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.data], ids=lambda r: r.code)
def test_the_recordings_of_a_rule_are_true(rule: Rule) -> None:
    bad, good = recordings(rule, "Example"), recordings(rule, "Use instead")
    assert bad
    assert good
    for text in bad:
        assert {finding.code for finding in check(text.encode())} == {rule.code}
    for text in good:
        assert check(text.encode()) == []


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.code not in WITHOUT_EXAMPLES], ids=lambda r: r.code)
def test_the_examples_of_a_rule_are_true(rule: Rule) -> None:
    bad, good = examples(rule, "Example"), examples(rule, "Use instead")
    assert bad
    assert good
    for source in bad:
        assert codes(source) == {rule.code}
    for source in good:
        assert codes(source) == set()


def test_the_page_of_the_rules_is_generated() -> None:
    assert (ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == script("generate_docs").page()


def test_every_rule_is_in_the_changelog_and_has_its_programs() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for rule in RULES:
        assert re.search(rf"{rule.code}\s+{rule.name}", changelog), rule.code
        if rule.code not in WITHOUT_EXAMPLES:
            folder = ROOT / "tests" / "rules" / rule.code
            assert list(folder.glob("bad/*.py")), rule.code
            assert list(folder.glob("good/*.py")), rule.code


def test_the_readme_shows_real_output() -> None:
    update = script("update_readme")
    assert update.current(README) == README
    assert update.current(README.replace("what can cause it", "?").replace("the way of the turn", "?")) == README


def test_the_readmes_first_shell_blocks_are_the_two_commands() -> None:
    install, test, *rest = re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    assert rest == []
    assert install.count("\n") == test.count("\n") == 1
    assert "python3 -m venv .venv" in install
    assert install.rstrip().endswith("flake8-toolloop check --exit-zero examples/legacy_agent")
    assert ".[test]" in test
    assert "pytest" in test


def test_links_to_files_lead_somewhere() -> None:
    for page in (
        "README.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "docs/json.md",
        "docs/how-it-decides.md",
        "docs/transcripts.md",
    ):
        folder = (ROOT / page).parent
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", (ROOT / page).read_text(encoding="utf-8")):
            assert (folder / target).exists(), f"{page}: {target}"


def test_the_package_says_what_it_is() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert list(project["scripts"]) == ["flake8-toolloop"]
    assert project["entry-points"]["flake8.extension"] == {"TLP": "flake8_toolloop.plugin:Plugin"}
    assert project["license"] == "MIT"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


@pytest.mark.parametrize("page", ["README.md", "docs/how-it-decides.md"])
def test_the_settings_in_the_pages_are_settings(tmp_path: Path, page: str) -> None:
    from flake8_toolloop.configfile import _KEYS, load

    (block,) = re.findall(r"^```toml\n(.*?)^```$", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    file = tmp_path / "pyproject.toml"
    file.write_text(block, encoding="utf-8")
    assert load(str(file)) is not None
    named = set(tomllib.loads(block)["tool"]["flake8-toolloop"])
    assert named == set(_KEYS) if page == "README.md" else named <= set(_KEYS)


def test_a_new_rule_begins_complete(tmp_path: Path) -> None:
    (tmp_path / "src" / "flake8_toolloop" / "rules").mkdir(parents=True)
    arguments = ["TLP199", "some-new-fault", "Something is lost.", "--root", str(tmp_path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}

    def begin() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "scripts" / "new_rule.py"), *arguments],
            capture_output=True,
            text=True,
            env=environment,
        )

    done = begin()
    assert (done.returncode, done.stderr) == (0, "")
    assert "tests/rules/TLP199/good/NAME.py" in done.stdout
    spec = importlib.util.spec_from_file_location(
        "tlp199", tmp_path / "src" / "flake8_toolloop" / "rules" / "tlp199.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (module.RULE.code, module.RULE.name) == ("TLP199", "some-new-fault")
    generator = script("generate_docs")
    assert list(generator.sections(module.RULE)) == ["", *generator.HEADINGS]
    assert (tmp_path / "tests" / "rules" / "TLP199" / "fixed").is_dir()
    again = begin()
    assert (again.returncode, again.stderr.count("\n")) == (1, 1)


def test_hooks_name_our_commands() -> None:
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    assert re.findall(r"^- id: (.*)$", hooks, re.MULTILINE) == ["flake8-toolloop", "flake8-toolloop-fix"]
    assert re.findall(r"^  entry: (.*)$", hooks, re.MULTILINE) == ["flake8-toolloop check", "flake8-toolloop fix"]
    assert hooks.count("types_or: [python, pyi]") == 2
