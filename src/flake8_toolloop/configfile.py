"""``[tool.flake8-toolloop]`` of the nearest pyproject.toml: found, read and checked."""

from __future__ import annotations

import functools
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from flake8_toolloop.settings import PERSONAS, Settings, SettingsError

TABLE = "flake8-toolloop"
CODE = re.compile(r"TLP[0-9]{0,3}", re.ASCII)

_T = TypeVar("_T")


@dataclass(frozen=True)
class Overrides:
    """What a command line says on top of, or instead of, pyproject.toml; None and empty say nothing."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    persona: str | None = None
    exclude: tuple[str, ...] = ()
    isolated: bool = False

    def settings_for(self, folder: str) -> Settings:
        """The settings that hold in ``folder``: what is said here replaces the file's, ``exclude`` is added to it."""
        base = Settings() if self.isolated else settings_for(folder)
        if self == _SAYS_NOTHING:
            return base
        return replace(
            base,
            select=base.select if self.select is None else self.select,
            ignore=base.ignore if self.ignore is None else self.ignore,
            persona=self.persona or base.persona,
            exclude=(*base.exclude, *self.exclude),
        )


_SAYS_NOTHING = Overrides()


def settings_for(folder: str) -> Settings:
    """The settings of the nearest pyproject.toml, from ``folder`` upwards, that has our table; else the defaults.

    The search ends at the top of the repository: what lies above it belongs to somebody else.
    """
    return _settings_for(os.path.abspath(folder or os.curdir))


@functools.lru_cache(maxsize=4096)
def _settings_for(folder: str) -> Settings:
    found = load(os.path.join(folder, "pyproject.toml"))
    if found is not None:
        return found
    parent = os.path.dirname(folder)
    if parent == folder or os.path.exists(os.path.join(folder, ".git")):
        return Settings()
    return _settings_for(parent)


def load(file: str) -> Settings | None:
    """The settings in ``file``, or None where it does not exist or has no table of ours."""
    try:
        if not stat.S_ISREG(os.stat(file).st_mode):
            raise SettingsError(f"{file}: is no regular file")
        with open(file, "rb") as stream:
            data = stream.read()
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return None
    except OSError as error:
        raise SettingsError(f"{file}: {error.strerror or error}") from None
    # Most pyproject.toml files have no table of ours: not even the parser is imported for them.
    if TABLE.encode() not in data:
        return None
    table = _parse(data, file).get("tool", {})
    own = table.get(TABLE) if isinstance(table, dict) else None
    if own is None:
        return None
    if not isinstance(own, dict):
        raise SettingsError(f"{file}: tool.{TABLE} has to be a table, not {_kind(own)}")
    return from_table(own, file)


def tables(file: str) -> dict[str, object]:
    """All tables of a TOML file; none where it cannot be read."""
    try:
        with open(file, "rb") as stream:
            return _parse(stream.read(), file)
    except (OSError, SettingsError, RecursionError):
        return {}


def from_table(table: Mapping[str, object], file: str) -> Settings:
    """Check every key and value of our table; the first that is wrong raises."""
    values: dict[str, object] = {"root": os.path.dirname(os.path.abspath(file))}
    for key, value in table.items():
        if key not in _KEYS:
            raise SettingsError(f"{file}: tool.{TABLE}: unknown key {key!r}{_suggestion(key, _KEYS)}")
        try:
            values[key.replace("-", "_")] = _KEYS[key](value)
        except ValueError as error:
            raise SettingsError(f"{file}: tool.{TABLE}.{key}: {error}") from None
    return Settings(**values)  # type: ignore[arg-type]


def code_prefixes(values: Iterable[str]) -> tuple[str, ...]:
    """Check that each value is a code of ours or the beginning of one."""
    codes = tuple(values)
    for code in codes:
        if CODE.fullmatch(code):
            continue
        hint = f", did you mean {code.upper()!r}?" if CODE.fullmatch(code.upper()) else ""
        raise ValueError(f"{code!r} is no code of this tool (TLP and up to three digits){hint}")
    return codes


def known_codes(values: Iterable[str]) -> tuple[str, ...]:
    """Check that each value is the code of a rule or the beginning of one: a misspelt one would do nothing."""
    codes = code_prefixes(values)
    if any(code != "TLP" for code in codes):
        # The rules are loaded only where codes are named.
        from flake8_toolloop.rules import RULES

        for code in codes:
            if not any(rule.code.startswith(code) for rule in RULES):
                raise ValueError(f"no rule's code begins with {code!r} (flake8-toolloop rules lists them)")
    return codes


def persona(value: object) -> str:
    if value in PERSONAS:
        return str(value)
    raise ValueError(f"{value!r} is not one of {', '.join(map(repr, PERSONAS))}")


def patterns(values: Iterable[str]) -> tuple[str, ...]:
    """Check that each value is a pattern as in .gitignore."""
    lines = tuple(values)
    if lines:
        from pathspec import GitIgnoreSpec

        for line in lines:
            try:
                GitIgnoreSpec.from_lines([line])
            except ValueError:
                raise ValueError(f"{line!r} is not a pattern as in .gitignore") from None
    return lines


def qualified_names(values: Iterable[str]) -> tuple[str, ...]:
    """Check that each value is a dotted name, as ``package.module.Class.method``."""
    names = tuple(values)
    for name in names:
        if not all(part.isidentifier() for part in name.split(".")):
            bare = name.split("(")[0]
            hint = f", did you mean {bare!r}?" if bare != name else ""
            raise ValueError(f"{name!r} is not a dotted name such as 'package.module.function'{hint}")
    return names


def _parse(data: bytes, file: str) -> dict[str, object]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{file}: {error}") from None


def _strings(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        raise ValueError(f"has to be a list of strings, as [{value!r}]")
    if not isinstance(value, list):
        raise ValueError(f"has to be a list of strings, not {_kind(value)}")
    for item in value:
        if not isinstance(item, str):
            raise ValueError(f"has to be a list of strings, but one item is {_kind(item)}")
    return tuple(value)


def _strings_checked(check: Callable[[Iterable[str]], _T]) -> Callable[[object], _T]:
    return lambda value: check(_strings(value))


def _per_file(value: object) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(value, dict):
        raise ValueError(f"has to be a table of pattern = [codes], not {_kind(value)}")
    pairs: list[tuple[str, tuple[str, ...]]] = []
    for pattern, codes in value.items():
        try:
            pairs.append((patterns([pattern])[0], known_codes(_strings(codes))))
        except ValueError as error:
            raise ValueError(f"{pattern!r}: {error}") from None
    return tuple(pairs)


def _kind(value: object) -> str:
    names: dict[type, str] = {bool: "a boolean", int: "a number", float: "a number", str: "a string", list: "a list"}
    return names.get(type(value), "a table" if isinstance(value, dict) else f"a {type(value).__name__}")


def _suggestion(word: str, words: Iterable[str]) -> str:
    import difflib  # an import for the unlucky only

    known = list(words)
    close = difflib.get_close_matches(word.replace("_", "-").lower(), known, n=1)
    return f", did you mean {close[0]!r}?" if close else f" (known: {', '.join(known)})"


_KEYS: dict[str, Callable[[object], object]] = {
    "select": _strings_checked(known_codes),
    "ignore": _strings_checked(known_codes),
    "persona": persona,
    "exclude": _strings_checked(patterns),
    "per-file-ignores": _per_file,
    "model-calls": _strings_checked(qualified_names),
    "sanctioned": _strings_checked(qualified_names),
}
