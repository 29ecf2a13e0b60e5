"""Which files a run looks at.

A file that is named is always taken. A folder is walked for ``.py`` and ``.pyi``, without what .gitignore and
``exclude`` name, without environments, caches and the like, and without going round in a circle of links.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_toolloop.settings import Settings, is_excluded

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = (".py", ".pyi")
# The same folders as ruff leaves out, so that both tools talk about the same files.
NEVER = frozenset(
    (
        *(".bzr", ".direnv", ".eggs", ".git", ".git-rewrite", ".hg", ".ipynb_checkpoints", ".mypy_cache", ".nox"),
        *(".pants.d", ".pyenv", ".pytest_cache", ".pytype", ".ruff_cache", ".svn", ".tox", ".venv", ".vscode"),
        *(
            "__pycache__",
            "__pypackages__",
            "_build",
            "buck-out",
            "build",
            "dist",
            "node_modules",
            "site-packages",
            "venv",
        ),
    )
)

SettingsOf = Callable[[str], Settings]
"""The settings that hold in a folder."""


@dataclass(frozen=True)
class Unreadable:
    """A place that could not be looked at, and why."""

    path: str
    reason: str


@dataclass(frozen=True)
class _Ignore:
    """One .gitignore and the folder that its patterns are relative to."""

    folder: str
    spec: GitIgnoreSpec

    def verdict(self, path: str, *, folder: bool) -> bool | None:
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        return self.spec.check_file(relative + ("/" if folder else "")).include


def find(paths: Iterable[str], settings_of: SettingsOf, *, gitignore: bool = True) -> Iterator[str | Unreadable]:
    """Every file to look at, once, in the order of ``paths`` and by name below each of them."""
    seen: set[str] = set()
    for path in paths:
        if os.path.isdir(path):
            found = _Walk(settings_of, gitignore=gitignore).below(path)
        elif os.path.isfile(path):
            found = iter((path,))
        elif os.path.exists(path):
            # A pipe would be waited for, and what is read twice has to be the same twice.
            found = iter((Unreadable(path, "cannot be read: it is no regular file (- reads standard input)"),))
        else:
            found = iter((Unreadable(path, "there is no such file or folder"),))
        for item in found:
            key = os.path.abspath(item) if isinstance(item, str) else f"unreadable {item.path}"
            if key not in seen:
                seen.add(key)
                yield item


class _Walk:
    """One walk below one folder that was named."""

    def __init__(self, settings_of: SettingsOf, *, gitignore: bool) -> None:
        self.settings_of = settings_of
        self.gitignore = gitignore
        self.visited: set[str] = set()

    def below(self, root: str) -> Iterator[str | Unreadable]:
        ignores = _above(root) if self.gitignore else ()
        if ignores and _is_ignored(os.path.abspath(root), ignores, folder=True):
            # Somebody who names an ignored folder wants to see what is in it.
            ignores = ()
        yield from self._folder(root, ignores)

    def _folder(self, folder: str, ignores: tuple[_Ignore, ...]) -> Iterator[str | Unreadable]:
        # Links may lead back to where the walk came from: each real folder is entered once.
        real = os.path.realpath(folder)
        if real in self.visited:
            return
        self.visited.add(real)
        try:
            with os.scandir(folder) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError as error:
            yield Unreadable(folder, f"cannot be read: {error.strerror or error}")
            return
        names = {entry.name for entry in entries}
        if self.gitignore and ".gitignore" in names:
            ignores = (*ignores, *_read_ignore(folder, os.path.join(folder, ".gitignore")))
        settings = self.settings_of(folder)
        for entry in entries:
            yield from self._entry(entry, ignores, settings)

    def _entry(
        self, entry: os.DirEntry[str], ignores: tuple[_Ignore, ...], settings: Settings
    ) -> Iterator[str | Unreadable]:
        # `./a.py` is how scandir spells it, `a.py` is how people do.
        path = os.path.normpath(entry.path)
        try:
            folder = entry.is_dir()
            wanted = folder or (entry.name.endswith(SUFFIXES) and entry.is_file())
        except OSError as error:
            yield Unreadable(path, f"cannot be read: {error.strerror or error}")
            return
        if not wanted or is_excluded(path, settings, folder=folder):
            return
        if folder and (entry.name in NEVER or os.path.exists(os.path.join(path, "pyvenv.cfg"))):
            return
        if ignores and _is_ignored(os.path.abspath(path), ignores, folder=folder):
            return
        if folder:
            yield from self._folder(path, ignores)
        else:
            yield path


def _is_ignored(path: str, ignores: tuple[_Ignore, ...], *, folder: bool) -> bool:
    """The innermost file that says anything about the path decides."""
    for ignore in reversed(ignores):
        verdict = ignore.verdict(path, folder=folder)
        if verdict is not None:
            return verdict
    return False


def _above(root: str) -> tuple[_Ignore, ...]:
    """The .gitignore files of the repository above ``root``, the outermost first; none without a repository."""
    found: list[_Ignore] = []
    folder = os.path.abspath(root)
    while not os.path.exists(os.path.join(folder, ".git")):
        parent = os.path.dirname(folder)
        if parent == folder:
            return ()
        folder = parent
        found[:0] = _read_ignore(folder, os.path.join(folder, ".gitignore"))
    found[:0] = _read_ignore(folder, os.path.join(folder, ".git", "info", "exclude"))
    return tuple(found)


def _read_ignore(folder: str, file: str) -> tuple[_Ignore, ...]:
    if not os.path.isfile(file):
        return ()
    try:
        with open(file, encoding="utf-8", errors="surrogateescape") as stream:
            lines = stream.read().splitlines()
    except OSError:
        return ()
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if not lines:
        return ()
    from pathspec import GitIgnoreSpec

    return (_Ignore(os.path.abspath(folder), _spec_of(lines, GitIgnoreSpec)),)


def _spec_of(lines: list[str], spec: type[GitIgnoreSpec]) -> GitIgnoreSpec:
    """A line that git would not understand either must not end the run."""
    try:
        return spec.from_lines(lines)
    except ValueError:
        good = []
        for line in lines:
            try:
                spec.from_lines([line])
            except ValueError:
                continue
            good.append(line)
        return spec.from_lines(good)
