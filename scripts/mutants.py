"""Change the code that decides, one small change at a time, and see whether the programs in tests/rules notice.

python scripts/mutants.py src/flake8_toolloop/rules/*.py --tests tests/test_says.py tests/test_losses.py
python scripts/mutants.py src/flake8_toolloop/flow/missing.py --codes TLP105

The first is for the rules, with all programs, the second for a chapter, with the programs of its rules. Prints what
survives: either the change makes no difference, or a program is missing. Words for people (text with a space in it,
docstrings) are left alone. Each change is judged in a process of its own that has loaded everything else: for a rule
the stories of all programs are told once, and it only reads them again.
"""

from __future__ import annotations

import argparse
import ast
import collections
import gc
import importlib
import importlib.abc
import importlib.machinery
import os
import re
import signal
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from flake8_toolloop import analysis

if TYPE_CHECKING:
    from flake8_toolloop.flow.story import Story
    from flake8_toolloop.flow.tell import Teller

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
PROGRAMS = ROOT / "tests" / "rules"
PACKAGE = "flake8_toolloop"
EXPECT = re.compile(r"[ \t]*# expect: (TLP\d{3}(?:, TLP\d{3})*)$", re.MULTILINE)
SECONDS = 60
"""What one change may take before it counts as noticed: it does not end."""
VERDICTS = ("survived", "killed", "timeout")
NEGATED: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Lt: ">=",
    ast.GtE: "<",
    ast.Gt: "<=",
    ast.LtE: ">",
}
MOVED: dict[type[ast.cmpop], str] = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
SWAPPED = {"any": "all", "all": "any", "min": "max", "max": "min"}
REMOVED = (ast.Expr, ast.Assign, ast.AugAssign, ast.Continue, ast.Break, ast.Return, ast.Raise)


@dataclass(frozen=True)
class Change:
    """One change of a module."""

    line: int
    what: str
    source: str


@dataclass(frozen=True)
class Program:
    """A program of a rule, what its marks say, and (for the rules) what was told of it."""

    path: Path
    source: str
    expected: tuple[tuple[str, int], ...]
    told: tuple[tuple[Teller, Story], ...] = ()

    @property
    def code(self) -> str:
        return self.path.parts[-3]


# -- the changes -------------------------------------------------------------------------------------------------------
class Changes(ast.NodeVisitor):
    """All changes of one module, as pieces of its text."""

    def __init__(self, source: str) -> None:
        self.source = source.encode()
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.found: list[Change] = []
        for statement in ast.parse(source).body:
            table = isinstance(statement, ast.Assign) and isinstance(statement.value, (ast.Dict, ast.Tuple))
            if table or isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                self.visit(statement)

    def place(self, node: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        start, end = self.place(node)
        return self.source[start:end].decode()

    def put(self, node: ast.expr | ast.stmt | ast.keyword, new: str, end: int | None = None) -> None:
        """The node gives way to another text."""
        start, stop = self.place(node)
        text = (self.source[:start] + new.encode() + self.source[end or stop :]).decode()
        try:
            compile(text, "changed", "exec", dont_inherit=True)
        except SyntaxError:
            return
        old = " ".join(self.text(node).split())
        self.found.append(Change(node.lineno, f"{old[:90]}  ->  {' '.join(new.split())[:90] or 'nothing'}", text))

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word = " and " if isinstance(node.op, ast.And) else " or "
        parts = [f"({self.text(v)})" for v in node.values]
        self.put(node, f"({(' or ' if word == ' and ' else ' and ').join(parts)})")
        for left_out in range(len(parts)):
            self.put(node, f"({word.join(p for i, p in enumerate(parts) if i != left_out)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        if len(node.ops) == 1:
            left, right, op = self.text(node.left), self.text(node.comparators[0]), type(node.ops[0])
            for table in (NEGATED, MOVED):
                if op in table:
                    self.put(node, f"({left} {table[op]} {right})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.put(node, f"(bool({self.text(node.operand)}))")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self.put(node, str(not node.value))
        elif isinstance(node.value, int):
            self.put(node, str(node.value + 1))
        elif isinstance(node.value, str) and " " not in node.value:
            self.put(node, repr(f"{node.value}?"))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Words for people."""

    def visit_Call(self, node: ast.Call) -> None:
        for keyword in node.keywords:
            end = self.place(keyword)[1]
            rest = re.match(rb"\s*,", self.source[end:])
            self.put(keyword, "", end + rest.end() if rest else None)
        if isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
            self.put(node.func, SWAPPED[node.func.id])
        self.generic_visit(node)

    def visit_Tuple(self, node: ast.Tuple) -> None:
        if len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
            for left_out in range(len(node.elts)):
                kept = [self.text(e) for i, e in enumerate(node.elts) if i != left_out]
                self.put(node, f"({', '.join(kept)},)")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self.put(node, f"({self.text(node.body)})")
        self.put(node, f"({self.text(node.orelse)})")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self.put(test, "True")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if self.text(node.test) != "TYPE_CHECKING":
            self.put(node.test, "True")
            self.put(node.test, "False")
            self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.put(node.iter, "()")
        self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for child in (*node.args.defaults, *node.args.kw_defaults, *node.body):
            if child is not None:
                self.visit(child)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return  # a docstring
        if isinstance(node, REMOVED) and node.col_offset:
            self.put(node, "pass")
        super().visit(node)


# -- what notices ------------------------------------------------------------------------------------------------------
def programs(codes: Sequence[str], *, told: bool) -> list[Program]:
    """The programs of the rules, those of these codes only where some are named; the bad ones first."""
    found = []
    for path in sorted(PROGRAMS.glob("TLP*/*/*.py"), key=lambda p: (p.parts[-2], p)):
        if path.parts[-2] not in ("bad", "good") or (codes and path.parts[-3] not in codes):
            continue
        text = path.read_text(encoding="utf-8")
        expected = sorted(
            (code, text.count("\n", 0, m.start()) + 1) for m in EXPECT.finditer(text) for code in m.group(1).split(", ")
        )
        source = EXPECT.sub("", text)
        stories = tuple(tellers(source, path.name)) if told else ()
        found.append(Program(path, source, tuple(expected), stories))
    return found


def tellers(source: str, name: str) -> Iterator[tuple[Teller, Story]]:
    """What is told of a program, in every dialect."""
    from flake8_toolloop.dialects import DIALECTS
    from flake8_toolloop.flow.index import build
    from flake8_toolloop.flow.provenance import Provenance
    from flake8_toolloop.flow.tell import Teller

    prov = Provenance(build(analysis.parse(source)), DIALECTS, (), None)
    for dialect in DIALECTS:
        teller = Teller(prov, dialect, source, name)
        yield teller, teller.tell()


def findings(program: Program) -> list[tuple[str, int]]:
    """What the linter says of a program now, as tests/test_rules.py reads it."""
    settings, now = (importlib.import_module(f"{PACKAGE}.{name}") for name in ("settings", "analysis"))
    default = settings.Settings()
    if program.told:
        rules = importlib.import_module(f"{PACKAGE}.rules").RULES
        found = [f for teller, story in program.told for rule in rules for f in now._told(teller, rule, story)]
    else:
        found = now.analyse(program.source, program.path.name, default).findings
    strict = program.path.parts[-2] == "bad" or program.code in settings.strict_codes()
    own = program.code if strict else ""
    shown = {(f.code, f.span) for f in found if f.code == own or settings.is_shown(f, default)}
    return sorted((code, span.line) for code, span in shown)


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with its change."""

    def __init__(self, module: str, source: str) -> None:
        self.module, self.source = module, source

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        return importlib.machinery.ModuleSpec(name, self) if name == self.module else None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self.source, self.module, "exec", dont_inherit=True), module.__dict__)


def noticed(module: str, change: Change, kept: Sequence[Program], first: Sequence[int], tests: Sequence[str]) -> int:
    """The program that shows the change, -1 for the tests, -2 for none; what no longer runs at all shows it as well."""
    rules = f"{PACKAGE}.rules"
    stale = rules if module.startswith(rules) else PACKAGE
    for name in [n for n in sys.modules if n == stale or n.startswith(f"{stale}.")]:
        del sys.modules[name]
    sys.meta_path.insert(0, Changed(module, change.source))
    importlib.import_module(f"{PACKAGE}.settings").strict_codes.cache_clear()
    order = [*first, *(i for i in range(len(kept)) if i not in first)]
    for number in order:
        try:
            if findings(kept[number]) != list(kept[number].expected):
                return number
        except Exception:  # noqa: BLE001 - whatever it raises, the change does not go unseen
            return number
    if tests:
        import pytest

        if pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *tests]) != pytest.ExitCode.OK:
            return -1
    return -2


def judged(
    module: str, change: Change, kept: Sequence[Program], first: Sequence[int], tests: Sequence[str]
) -> tuple[str, int]:
    """The verdict on one change, in a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(SECONDS)
        with open(os.devnull, "w") as silent:
            os.dup2(silent.fileno(), 1)
            os.dup2(silent.fileno(), 2)
        try:
            answer = str(noticed(module, change, kept, first, tests))
        except Exception:  # noqa: BLE001 - the module does not load
            answer = "-1"
        os.write(writing, answer.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        answer = pipe.read()
    os.waitpid(child, 0)
    if not answer:
        return "timeout", -1
    return "survived" if answer == "-2" else "killed", int(answer)


def survey(path: Path, kept: Sequence[Program], tests: Sequence[str]) -> collections.Counter[str]:
    """All changes of one module, the surviving ones printed."""
    module = ".".join(path.relative_to(SOURCES).with_suffix("").parts)
    count: collections.Counter[str] = collections.Counter()
    killers: collections.Counter[int] = collections.Counter()
    source = path.read_text(encoding="utf-8")
    if judged(module, Change(0, "nothing", source), kept, (), tests)[0] != "survived":
        sys.exit(f"{path.name}: noticed without any change")
    for change in Changes(source).found:
        verdict, killer = judged(module, change, kept, [n for n, _ in killers.most_common(12)], tests)
        count[verdict] += 1
        if killer >= 0:
            killers[killer] += 1
        if verdict != "killed":
            print(f"{path.name}:{change.line}: {verdict}: {change.what}", flush=True)
    return count


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("modules", nargs="+", type=Path)
    parser.add_argument("--codes", nargs="*", default=(), help="judge with the programs of these rules only")
    parser.add_argument(
        "--tests", nargs="*", default=(), help="files that pytest runs on what the programs let through"
    )
    options = parser.parse_args()
    paths = [path.resolve() for path in options.modules]
    of_rules = all(path.parent.name == "rules" for path in paths)
    kept = programs(options.codes, told=of_rules)
    if wrong := [p.path for p in kept if findings(p) != list(p.expected)]:
        print("these programs fail without any change:", *wrong, sep="\n  ")
        return 1
    gc.freeze()
    total: collections.Counter[str] = collections.Counter()
    for path in paths:
        count = survey(path, kept, options.tests)
        total += count
        print(f"{path.name}: {shares(count)}", flush=True)
    print(f"all: {shares(total)}")
    return 0


def shares(count: collections.Counter[str]) -> str:
    changes = count.total()
    said = ", ".join(f"{count[verdict]} {verdict}" for verdict in VERDICTS)
    return f"{changes} changes, {said} ({1 - count['survived'] / changes:.0%} noticed)" if changes else "no changes"


if __name__ == "__main__":
    sys.exit(main())
