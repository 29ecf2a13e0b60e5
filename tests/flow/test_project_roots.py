"""Where a module name leads: the folders of the project, and nowhere else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flake8_toolloop.flow.roots import Roots


def tree(top: Path, *names: str) -> None:
    """Files of one line, but those that are given as ``name=text``."""
    for item in names:
        name, _, text = item.partition("=")
        file = top / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text or "X = 1\n")


def located(top: Path, file: str, module: str) -> str | None:
    found = Roots().locate(str(top / file), module)
    return os.path.relpath(found, os.path.realpath(top)) if found is not None else None


PACKAGE = ("app/__init__.py", "app/core/__init__.py", "app/core/loop.py", "app/core/turns.py", "app/wire.py")


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        (".turns", "app/core/turns.py"),
        (".", "app/core/__init__.py"),
        ("..wire", "app/wire.py"),
        ("..", "app/__init__.py"),
        ("..core.turns", "app/core/turns.py"),
        ("app.wire", "app/wire.py"),
        ("app", "app/__init__.py"),
        ("app.core", "app/core/__init__.py"),
        (".nowhere", None),
        ("wire", None),  # a package's folder is no root
        ("....outside", None),
    ],
)
def test_in_a_package(tmp_path: Path, module: str, expected: str | None) -> None:
    tree(tmp_path, *PACKAGE, "pyproject.toml=[project]\n")
    tree(tmp_path.parent, "outside.py")
    assert located(tmp_path, "app/core/loop.py", module) == expected


@pytest.mark.parametrize(
    ("config", "folder"),
    [
        ("pyproject.toml=[project]\n", "src"),
        ('pyproject.toml=[tool.setuptools.packages.find]\nwhere = ["python"]\n', "python"),
        ('pyproject.toml=[tool.setuptools.package-dir]\n"" = "lib"\n', "lib"),
        ('pyproject.toml=[tool.poetry]\npackages = [{include = "app", from = "code"}]\n', "code"),
        ('pyproject.toml=[tool.hatch.build.targets.wheel]\npackages = ["deep/er/app"]\n', "deep/er"),
        ("setup.cfg=[options]\npackage_dir =\n    = lib\n", "lib"),
        ("setup.cfg=[options.packages.find]\nwhere = python\n", "python"),
    ],
)
def test_a_test_finds_what_the_project_declares(tmp_path: Path, config: str, folder: str) -> None:
    tree(tmp_path, config, "tests/test_loop.py", f"{folder}/app/__init__.py", f"{folder}/app/wire.py")
    assert located(tmp_path, "tests/test_loop.py", "app.wire") == f"{folder}/app/wire.py"


@pytest.mark.parametrize(
    "config", ["pyproject.toml=[tool.setuptools\n", "setup.cfg=[options\n", "pyproject.toml=\udcff"]
)
def test_configuration_that_cannot_be_read_declares_nothing(tmp_path: Path, config: str) -> None:
    name, _, text = config.partition("=")
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    tree(tmp_path, "tests/test_loop.py", "src/app/wire.py", "python/other/wire.py")
    assert located(tmp_path, "tests/test_loop.py", "app.wire") == "src/app/wire.py"
    assert located(tmp_path, "tests/test_loop.py", "other.wire") is None


def test_namespace_packages(tmp_path: Path) -> None:
    tree(tmp_path, "setup.py", "src/house/agents/loop.py", "src/house/wire/blocks.py")
    assert located(tmp_path, "src/house/agents/loop.py", "house.wire.blocks") == "src/house/wire/blocks.py"
    assert located(tmp_path, "src/house/agents/loop.py", "..wire.blocks") == "src/house/wire/blocks.py"
    assert located(tmp_path, "src/house/agents/loop.py", "house.wire") is None  # no file of its own


def test_a_script_finds_its_neighbours_but_not_in_place_of_the_library(tmp_path: Path) -> None:
    tree(tmp_path, "run.py", "tools.py", "json.py", "logging/__init__.py")
    assert located(tmp_path, "run.py", "tools") == "tools.py"
    assert located(tmp_path, "run.py", "json") is None
    assert located(tmp_path, "run.py", "logging") is None


def test_a_module_is_not_the_library_that_it_is_named_after(tmp_path: Path) -> None:
    tree(tmp_path, "providers/anthropic.py")
    assert located(tmp_path, "providers/anthropic.py", "anthropic") is None


def test_the_top_of_the_project_is_the_end(tmp_path: Path) -> None:
    tree(tmp_path, "tools.py", "project/pyproject.toml=[project]\n", "project/app/__init__.py", "project/app/loop.py")
    assert located(tmp_path, "project/app/loop.py", "tools") is None


def test_installed_packages_are_not_the_project(tmp_path: Path) -> None:
    site = "venv/lib/site-packages"
    tree(tmp_path, f"{site}/one/__init__.py", f"{site}/one/a.py", f"{site}/one/b.py", f"{site}/two/__init__.py")
    assert located(tmp_path, f"{site}/one/a.py", "two") is None
    assert located(tmp_path, f"{site}/one/a.py", ".b") == f"{site}/one/b.py"
    tree(tmp_path, "pyproject.toml=[project]\n", "run.py")
    assert located(tmp_path, "run.py", "venv.lib.site-packages.two") is None


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links here")
def test_links(tmp_path: Path) -> None:
    project, other = tmp_path / "project", tmp_path / "other"
    tree(project, "pyproject.toml=[project]\n", "app/__init__.py", "app/loop.py", "app/wire.py")
    tree(other, "secret.py")
    (project / "app" / "again").symlink_to(project / "app", target_is_directory=True)
    (project / "app" / "out").symlink_to(other, target_is_directory=True)
    (project / "app" / "round.py").symlink_to(project / "app" / "round.py")
    assert located(project, "app/loop.py", "app.again.again.wire") == "app/wire.py"
    assert located(project, "app/loop.py", "app.out.secret") is None
    assert located(project, "app/loop.py", ".round") is None
