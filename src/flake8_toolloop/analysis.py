"""From source text to a report: pure, no printing, no global state."""

from __future__ import annotations

import ast
import bisect
import gc
import time
import warnings
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop import failures
from flake8_toolloop.findings import Confidence, Finding, Loop, Report, Span, Verdict
from flake8_toolloop.prefilter import may_matter

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_toolloop.flow.project import Project
    from flake8_toolloop.flow.story import FoundLoop, Story
    from flake8_toolloop.flow.tell import Teller
    from flake8_toolloop.rules.base import Rule
    from flake8_toolloop.settings import Settings


def analyse(
    source: str,
    path: str,
    settings: Settings,
    *,
    tree: ast.Module | None = None,
    fixes: bool = False,
    project: Project | None = None,
) -> Report:
    """Analyse one file.

    ``source`` is decoded text with its newlines as they are; ``tree`` is an already parsed module (flake8's), which is
    never written to; ``fixes`` asks for repairs (or the reason why there is none) in the findings. With a ``project``
    the imports of the file are followed to other files of its own, when a query asks for one.
    Never raises for what the file contains: a file that cannot be read as Python gives TLP901, an error of ours TLP902.
    """
    started = time.perf_counter()
    if not may_matter(source):
        return Report(path, skipped=True, timings={"prefilter": time.perf_counter() - started})
    timings = {"prefilter": time.perf_counter() - started}
    enabled = gc.isenabled()
    gc.disable()  # a tree is all live objects: collecting while it grows is wasted
    try:
        started = time.perf_counter()
        if tree is None:
            try:
                tree = parse(source)
            except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
                return Report(path, (failures.unparsable(error),), complete=False, timings=timings)
        timings["parse"] = time.perf_counter() - started
        return _report(source, path, settings, tree, fixes, timings, project)
    except (RecursionError, MemoryError) as error:
        return Report(path, (failures.unparsable(error),), complete=False, timings=timings)
    except Exception as error:  # noqa: BLE001 - one file's trouble must never hide another's findings
        return Report(path, (failures.internal_error(error),), complete=False, timings=timings)
    finally:
        if enabled:
            gc.enable()


def parse(source: str) -> ast.Module:
    """Parse a module without the compiler's warnings. Raises what ``ast.parse`` raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def _report(
    source: str,
    path: str,
    settings: Settings,
    tree: ast.Module,
    fixes: bool,
    timings: dict[str, float],
    project: Project | None,
) -> Report:
    from flake8_toolloop.dialects import DIALECTS
    from flake8_toolloop.flow.index import build
    from flake8_toolloop.flow.project import Neighbours
    from flake8_toolloop.flow.provenance import Provenance
    from flake8_toolloop.flow.tell import Teller
    from flake8_toolloop.flow.unfollowed import loops_of
    from flake8_toolloop.rules import RULES

    started = time.perf_counter()
    index = build(tree)
    index.path = path
    timings["index"] = time.perf_counter() - started
    started = time.perf_counter()
    findings: list[Finding] = []
    loops: list[Loop] = []
    complete = True
    neighbours = Neighbours(project, path, index) if project is not None else None
    prov = Provenance(index, DIALECTS, settings.model_calls, neighbours, settings.sanctioned)
    vouched = prov.sanctioned.lines(index)
    tellers: list[Teller] = []
    try:
        for dialect in DIALECTS:
            teller = Teller(prov, dialect, source, path)
            tellers.append(teller)
            story = teller.tell()
            told = [placed(f) for rule in RULES for f in _told(teller, rule, story) if not away(f, vouched)]
            complete = complete and not teller.not_followed
            findings.extend(_with_fixes(teller, told, source, tree) if fixes and told else told)
            damage = Damage(told)
            loops.extend(judged(loop, damage) for loop in loops_of(teller))
    finally:
        if neighbours is not None:
            neighbours.close()
        for told_by in tellers:
            told_by.close()
        prov.close()
        index.close()
    timings["rules"] = time.perf_counter() - started
    findings.sort(key=lambda f: (f.span, f.code))
    first = {(f.code, f.span): f for f in reversed(findings)}  # several ways may lead to one place
    return Report(
        path,
        tuple(sorted(first.values(), key=lambda f: (f.span, f.code))),
        tuple(loops),
        complete=complete,
        timings=timings,
        used=tuple(neighbours.used) if neighbours is not None else (),
    )


def _told(teller: Teller, rule: Rule, story: Story) -> list[Finding]:
    """The findings of one rule, which may look into what is only computed when asked for."""
    found: list[Finding] = []
    teller.within_budget(teller.index.tree, lambda: found.extend(rule.check(story)))
    return found


def _with_fixes(teller: Teller, told: list[Finding], source: str, tree: ast.Module) -> Iterable[Finding]:
    """The findings with their repairs. What plans them is loaded only when somebody asks."""
    from flake8_toolloop.fixes.targets import Repairs

    return Repairs(teller, source, tree).of(told)


def away(finding: Finding, vouched: list[tuple[int, int]]) -> bool:
    """Whether a finding falls into another file, or into a function that the user vouches for."""
    return bool(finding.span.file) or any(first <= finding.span.line <= last for first, last in vouched)


def placed(finding: Finding) -> Finding:
    """The finding with the places of its chain that lie in other files said as such."""
    if not any(related.span.file for related in finding.related):
        return finding
    return replace(
        finding,
        related=tuple(
            replace(r, span=replace(r.span, file=""), filename=r.span.file) if r.span.file else r
            for r in finding.related
        ),
    )


class Damage:
    """Where the findings of a file fall, for one look-up by each loop."""

    def __init__(self, findings: list[Finding]) -> None:
        from flake8_toolloop.settings import strict_codes

        hints = strict_codes()
        certain = [f for f in findings if f.confidence is not Confidence.POSSIBLE and f.code not in hints]
        self.by_event = {id(f.origin): f.code for f in certain if f.origin is not None}
        spans = [(span.line, f.code) for f in certain for span in (f.span, *_replays(f))]
        self.by_line = sorted(spans)

    def of(self, loop: FoundLoop) -> set[str]:
        """The codes of the findings that fall on a loop's function or on a replay of it."""
        first = bisect.bisect_left(self.by_line, (loop.first, ""))
        last = bisect.bisect_left(self.by_line, (loop.last + 1, ""))
        codes = {code for _, code in self.by_line[first:last]}
        return codes | {self.by_event[id(r)] for r in loop.replays if id(r) in self.by_event}


def _replays(finding: Finding) -> list[Span]:
    return [r.span for r in finding.related if r.role == "replay" and r.filename is None]


def judged(loop: FoundLoop, damage: Damage) -> Loop:
    """A loop with its verdict."""
    codes = damage.of(loop)
    if codes:
        return Loop(loop.span, Verdict.DAMAGED, ", ".join(sorted(codes)), None, loop.function)
    if loop.whole:
        return Loop(loop.span, Verdict.WHOLE, "", None, loop.function)
    return Loop(loop.span, Verdict.NOT_FOLLOWED, loop.reason, loop.reason_line, loop.function)
