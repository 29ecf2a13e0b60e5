"""What a user can set, from ``[tool.flake8-toolloop]`` of the nearest pyproject.toml or from a front end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """Checked settings; prefixes in ``select`` and ``ignore`` match codes as flake8 does."""

    select: tuple[str, ...] = ("TLP",)
    ignore: tuple[str, ...] = ()
    persona: str = "default"
    """``default`` or ``strict``: strict also shows what is only possible."""
    exclude: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    model_calls: tuple[str, ...] = ()
    """Qualified names of house wrappers whose call returns an assistant response."""
    sanctioned: tuple[str, ...] = ()
    """Qualified names of the user's functions that convert, trim or sanitise a turn rightly."""
