"""Where a file's imports are looked up: the folders of its own project, and never an installed package.

A root is a folder that a module name starts from: the parent of the outermost package around the file, the folder of a
script, the folders above as far as the top of the project (namespace packages have no ``__init__.py``), ``src`` there,
and what pyproject.toml or setup.cfg declare. Nothing is imported, and setup.py is not run.
"""

from __future__ import annotations

import configparser
import os
import sys
from collections.abc import Iterator

MARKERS = (".git", ".hg", "pyproject.toml", "setup.py", "setup.cfg")
"""What stands at the top of a project."""
MAX_CLIMB = 6
"""Folders above the outermost package that may be roots: deeper layouts of one project are not met."""
INSTALLED = frozenset({"site-packages", "dist-packages"})
STDLIB = sys.stdlib_module_names


class Roots:
    """The import roots of folders; each folder is looked at once."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[str, ...]] = {}
        self._found: dict[tuple[str, str], str | None] = {}

    def of(self, folder: str) -> tuple[str, ...]:
        """The roots for a file in ``folder``, the nearest first."""
        if folder not in self._of:
            self._of[folder] = tuple(dict.fromkeys(_roots(folder)))
        return self._of[folder]

    def locate(self, path: str, name: str) -> str | None:
        """The file of a module, by its name as the file at ``path`` imports it (with its leading dots)."""
        key = (os.path.dirname(path), name)
        if key not in self._found:
            self._found[key] = self._locate(*key)
        found = self._found[key]
        return found if found != os.path.realpath(path) or name.startswith(".") else None

    def _locate(self, folder: str, name: str) -> str | None:
        level = len(name) - len(name.lstrip("."))
        parts = [p for p in name.split(".") if p]
        if level:
            return self._relative(folder, level, parts)
        if not parts:
            return None
        roots = self.of(folder)
        for root in roots:
            if root == folder and parts[0] in STDLIB:
                continue  # a neighbour of that name would have to shadow the library
            found = _module(root, parts)
            if found is not None and _inside(found, roots):
                return found
        return None

    def _relative(self, folder: str, level: int, parts: list[str]) -> str | None:
        base = folder
        for _ in range(level - 1):
            base = os.path.dirname(base)
        found = _module(base, parts)
        return found if found is not None and _inside(found, (_package_top(folder), *self.of(folder))) else None


def _module(root: str, parts: list[str]) -> str | None:
    """The file of a dotted name below a folder."""
    stem = os.path.join(root, *parts) if parts else root
    names = (os.path.join(stem, "__init__.py"), *((stem + ".py",) if parts else ()))
    return next((os.path.realpath(n) for n in names if os.path.isfile(n)), None)


def _inside(found: str, roots: tuple[str, ...]) -> bool:
    """Whether a file lies in the project: a link may lead out of it, and an environment may lie in it."""
    for root in map(os.path.realpath, roots):
        if found.startswith(root.rstrip(os.sep) + os.sep):
            return INSTALLED.isdisjoint(found[len(root) :].split(os.sep))
    return False


def _is_package(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, "__init__.py"))


def _package_top(folder: str) -> str:
    """The outermost package around a folder, or the folder itself where it is none."""
    at = folder
    while _is_package(os.path.dirname(at)) and os.path.dirname(at) != at:
        at = os.path.dirname(at)
    return at


def _roots(folder: str) -> Iterator[str]:
    at = os.path.dirname(_package_top(folder)) if _is_package(folder) else folder
    if os.path.basename(at) in INSTALLED:
        return  # what is installed beside it belongs to others; relative names still lead to its own files
    yield at
    for _ in range(MAX_CLIMB):
        if any(os.path.exists(os.path.join(at, marker)) for marker in MARKERS):
            yield from _declared(at)
            return
        parent = os.path.dirname(at)
        if parent == at or os.path.basename(parent) in INSTALLED:
            return
        at = parent
        yield at


def _declared(top: str) -> Iterator[str]:
    """``src`` and what the project's own files say about where its packages lie."""
    pyproject, setup = os.path.join(top, "pyproject.toml"), os.path.join(top, "setup.cfg")
    for name in ("src", *_of_pyproject(pyproject), *_of_setup(setup)):
        folder = os.path.normpath(os.path.join(top, name))
        if os.path.isdir(folder):
            yield folder


def _of_pyproject(file: str) -> Iterator[str]:
    from flake8_toolloop.configfile import tables

    tool = tables(file).get("tool")
    if not isinstance(tool, dict):
        return
    setuptools = _table(tool, "setuptools")
    yield from _texts(_table(setuptools, "packages", "find").get("where"))
    yield from _texts(_table(setuptools, "package-dir").get(""))
    packages = _table(tool, "poetry").get("packages")
    for package in packages if isinstance(packages, list) else ():
        yield from _texts(package.get("from") if isinstance(package, dict) else None)
    for package in _texts(_table(tool, "hatch", "build", "targets", "wheel").get("packages")):
        yield os.path.dirname(package)


def _table(table: dict[str, object], *keys: str) -> dict[str, object]:
    for key in keys:
        inner = table.get(key)
        table = inner if isinstance(inner, dict) else {}
    return table


def _texts(value: object) -> Iterator[str]:
    """One text, or the texts of a list."""
    for item in value if isinstance(value, list) else (value,):
        if isinstance(item, str):
            yield item


def _of_setup(file: str) -> Iterator[str]:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(file, encoding="utf-8")
    except (configparser.Error, UnicodeDecodeError, OSError):
        return
    where = parser.get("options.packages.find", "where", fallback="")
    yield from where.split()
    for line in parser.get("options", "package_dir", fallback="").splitlines():
        package, _, folder = line.partition("=")
        if not package.strip() and folder.strip():
            yield folder.strip()
