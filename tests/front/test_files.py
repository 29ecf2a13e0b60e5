"""The walk: what is taken, what is left out, and in which order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_toolloop.configfile import Overrides
from flake8_toolloop.front.files import Unreadable, find


def make(root: Path, *names: str, text: str = "") -> None:
    for name in names:
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


def found(*paths: str, gitignore: bool = True, overrides: Overrides | None = None) -> list[str]:
    settings_of = (overrides or Overrides()).settings_for
    return [
        item if isinstance(item, str) else f"unreadable {item.path}"
        for item in find(paths or (".",), settings_of, gitignore=gitignore)
    ]


def test_python_files_by_name_below_the_folder(project: Path) -> None:
    make(project, "b.py", "a/z.py", "a/b.pyi", "c.txt", "d.pyc", "e.ipynb", "a/.hidden.py")
    assert found() == ["a/.hidden.py", "a/b.pyi", "a/z.py", "b.py"]
    assert found("a") == ["a/.hidden.py", "a/b.pyi", "a/z.py"]
    assert found(str(project / "a")) == [str(project / "a" / name) for name in (".hidden.py", "b.pyi", "z.py")]


def test_environments_caches_and_the_like_are_left_out(project: Path) -> None:
    make(
        project, ".venv/a.py", "venv/a.py", "node_modules/a.py", "x/__pycache__/a.py", "build/a.py", ".git/a.py", "b.py"
    )
    make(project, "env-of-another-name/lib/a.py", "env-of-another-name/pyvenv.cfg")
    assert found() == ["b.py"]


def test_what_is_named_is_taken(project: Path) -> None:
    make(project, "build/a.py", "script", "ignored/x.py")
    make(project, ".gitignore", text="ignored\n")
    assert found("build/a.py", "script", "ignored/x.py") == ["build/a.py", "script", "ignored/x.py"]
    assert found("build") == ["build/a.py"]
    assert found("ignored") == ["ignored/x.py"]


def test_every_file_once_however_often_it_is_named(project: Path) -> None:
    make(project, "a/b.py", "c.py")
    assert found("c.py", ".", "a", "./c.py", str(project / "c.py")) == ["c.py", "a/b.py"]


def test_a_missing_path_is_said(project: Path) -> None:
    (item,) = find(["nowhere.py"], Overrides().settings_for)
    assert item == Unreadable("nowhere.py", "there is no such file or folder")


def test_gitignore_as_git_reads_it(project: Path) -> None:
    make(project, "a.py", "gen/a.py", "gen/keep.py", "deep/gen/a.py", "deep/b_pb2.py", "deep/own/c.py", "deep/own/d.py")
    make(project, "tmp.py", "deep/tmp.py", "sp ace.py", "info.py")
    make(project, ".gitignore", text="# comment\n/gen/*\n!/gen/keep.py\n*_pb2.py\n/tmp.py\nsp\\ ace.py\n!\n")
    make(project, "deep/own/.gitignore", text="*.py\n!d.py\n")
    subprocess.run(["git", "init", "-q", "."], check=True, capture_output=True)
    make(project, ".git/info/exclude", text="info.py\n")
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard", "*.py"], check=True, capture_output=True, text=True
    )
    assert found() == sorted(listed.stdout.split())
    assert found("deep") == [name for name in found() if name.startswith("deep/")]
    assert "gen/a.py" in found(gitignore=False)


def test_gitignore_above_the_named_folder_holds_within_the_repository(tmp_path: Path, project: Path) -> None:
    make(project, "a/b/x_gen.py", "a/b/y.py")
    make(project, ".gitignore", text="*_gen.py\n")
    assert found("a/b") == ["a/b/y.py"]
    (project / ".git").rmdir()
    assert found("a/b") == ["a/b/x_gen.py", "a/b/y.py"]


def test_a_folder_that_git_ignores_is_not_entered(project: Path) -> None:
    make(project, "out/keep.py")
    make(project, ".gitignore", text="out/\n!out/keep.py\n")
    assert found() == []


def test_exclude_of_the_nearest_settings(project: Path) -> None:
    make(project, "a.py", "gen/a.py", "sub/gen/a.py", "sub/b.py", "sub/c.py")
    make(project, "pyproject.toml", text='[tool.flake8-toolloop]\nexclude = ["gen/"]\n')
    make(project, "sub/pyproject.toml", text='[tool.flake8-toolloop]\nexclude = ["c.py"]\n')
    assert found() == ["a.py", "sub/b.py", "sub/gen/a.py"]
    assert found(overrides=Overrides(isolated=True)) == ["a.py", "gen/a.py", "sub/b.py", "sub/c.py", "sub/gen/a.py"]
    assert found(overrides=Overrides(exclude=("sub",))) == ["a.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_links_do_not_lead_in_circles(project: Path) -> None:
    make(project, "a/b.py")
    (project / "a" / "up").symlink_to(project)
    (project / "link.py").symlink_to("a/b.py")
    (project / "broken.py").symlink_to("nowhere")
    (project / "self.py").symlink_to("self.py")
    assert found() == ["a/b.py", "link.py", "unreadable self.py"]


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_read_is_said(project: Path) -> None:
    make(project, "a/b.py", "c.py")
    (project / "a").chmod(0)
    try:
        assert found() == ["unreadable a", "c.py"]
    finally:
        (project / "a").chmod(0o755)


def test_a_pipe_in_a_folder_is_not_waited_for(project: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    os.mkfifo(project / "pipe.py")
    assert found() == []


@pytest.mark.skipif(sys.platform != "linux", reason="names are text elsewhere")
def test_names_that_are_not_text(project: Path) -> None:
    name = os.fsdecode(b"caf\xe9.py")
    make(project, name)
    assert found() == [name]
