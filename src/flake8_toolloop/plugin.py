"""flake8's door: nothing but the adapter.

flake8 builds one of these for each file, in whichever process; the options travel in its namespace, so nothing is kept
on the class. The tree is flake8's and shared with other plugins: it is read, never written to.
"""

from __future__ import annotations

import ast
import dataclasses
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from flake8_toolloop import __version__
from flake8_toolloop.prefilter import may_matter

if TYPE_CHECKING:
    import argparse

    from flake8.options.manager import OptionManager

    from flake8_toolloop.findings import Finding
    from flake8_toolloop.settings import Settings


class Plugin:
    """Runs the analysis on the files that flake8 has parsed."""

    name: ClassVar[str] = "flake8-toolloop"
    version: ClassVar[str] = __version__

    def __init__(self, tree: ast.Module, filename: str, lines: Sequence[str], options: argparse.Namespace) -> None:
        self.tree = tree
        self.filename = filename
        self.lines = lines
        self.options = options

    @staticmethod
    def add_options(option_manager: OptionManager) -> None:
        """Options that flake8's own configuration may hold too; those of pyproject.toml need no flake8."""
        add = option_manager.add_option
        add(
            "--toolloop-persona",
            choices=("default", "strict"),
            default=None,
            parse_from_config=True,
            help="strict also reports what is only possible (default: pyproject.toml's tool.flake8-toolloop.persona)",
        )
        add(
            "--toolloop-model-calls",
            metavar="NAMES",
            default=None,
            comma_separated_list=True,
            parse_from_config=True,
            help="qualified names of functions of your own whose call returns an assistant response",
        )
        add(
            "--toolloop-sanctioned",
            metavar="NAMES",
            default=None,
            comma_separated_list=True,
            parse_from_config=True,
            help="qualified names of functions of your own that convert, trim or sanitise a turn rightly",
        )

    def run(self) -> Iterator[tuple[int, int, str, type[Any]]]:
        """What flake8 prints: line, column in code points from 0, text and a type that it ignores."""
        source = "".join(self.lines)
        if not may_matter(source):
            return
        for finding in self._findings(source):
            yield finding.span.line, finding.span.column, f"{finding.code} {finding.message}", type(self)

    def _findings(self, source: str) -> list[Finding]:
        # The engine is loaded here and not above: most runs of flake8 never meet a file that needs it.
        from flake8_toolloop import failures
        from flake8_toolloop.analysis import analyse
        from flake8_toolloop.flow.project import shared
        from flake8_toolloop.settings import SettingsError, is_excluded, is_shown

        try:
            settings = self._settings()
            if is_excluded(self.filename, settings):
                return []
            report = analyse(source, self.filename, settings, tree=self.tree, project=shared())
            return sorted(
                (finding for finding in report.findings if is_shown(finding, settings, self.filename)),
                key=lambda finding: (finding.span, finding.code),
            )
        except SettingsError as error:
            return [failures.unusable_settings(error)]
        except Exception as error:  # noqa: BLE001 - flake8 ends the whole run for an exception of a plugin
            return [failures.internal_error(error)]

    def _settings(self) -> Settings:
        from flake8_toolloop.configfile import qualified_names, settings_for
        from flake8_toolloop.settings import SettingsError

        settings = settings_for(os.path.dirname(self.filename))
        changes: dict[str, Any] = {}
        if self.options.toolloop_persona is not None:
            changes["persona"] = self.options.toolloop_persona
        for name in ("model_calls", "sanctioned"):
            value = getattr(self.options, f"toolloop_{name}")
            if value is None:
                continue
            try:
                changes[name] = qualified_names(value)
            except ValueError as error:
                raise SettingsError(f"--toolloop-{name.replace('_', '-')}: {error}") from None
        return dataclasses.replace(settings, **changes)
