"""Nothing that a file can hold ends the analysis: no exception, no TLP902, and no position that is off.

``TOOLLOOP_ROBUSTNESS=full``, for the night, reads all of site-packages, makes larger files and lets the generators look
for longer, with a seed of their own.
"""

from __future__ import annotations

import ast
import builtins
import copy
import hashlib
import io
import keyword
import os
import pathlib
import random
import re
import sys
import sysconfig
import tokenize
import warnings
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from flake8_toolloop.analysis import analyse
from flake8_toolloop.findings import Report, Span
from flake8_toolloop.fixes.apply import fix_source
from flake8_toolloop.fixes.sourcefile import SourceError, decode
from flake8_toolloop.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FULL = os.environ.get("TOOLLOOP_ROBUSTNESS") == "full"
ROOT = pathlib.Path(__file__).parents[1]

# A loop with a fault: what stands beside it reaches the engine, not only the prefilter.
LOOP = """\
def answer(client, messages):
    while True:
        response = client.messages.create(model="claude", max_tokens=1, tools=TOOLS, messages=messages)
        kept = [block for block in response.content if block.type in ("text", "tool_use")]
        messages.append({"role": "assistant", "content": kept})
        calls = [block for block in response.content if block.type == "tool_use"]
        if not calls:
            return response
        results = [{"type": "tool_result", "tool_use_id": call.id, "content": run(call)} for call in calls]
        messages.append({"role": "user", "content": results})
"""

# Findings about the file as such are right where it cannot be parsed; one about ourselves never is.
UNREADABLE, INTERNAL = "TLP901", "TLP902"


def survives(source: str, path: str = "agent.py", *, persona: str = "default") -> Report:
    """The report, which has no internal error in it."""
    report = analyse(source, path, Settings(persona=persona))
    internal = [finding.message for finding in report.findings if finding.code == INTERNAL]
    assert not internal
    return report


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def text_at(source: str, span: Span) -> str:
    """What stands at a span that is on one line; lines end where Python ends them."""
    assert span.line == span.end_line
    return re.split(r"\r\n|\r|\n", source)[span.line - 1][span.column : span.end_column]


def budget(examples: int) -> Callable[[Any], Any]:
    """The same programs in every run, or more of them and others each time."""
    return settings(
        max_examples=examples * 40 if FULL else examples,
        derandomize=not FULL,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


# Files as such.


def test_the_loop_has_its_fault() -> None:
    report = survives(LOOP)
    assert codes(report) == {"TLP101"}
    assert [text_at(LOOP, finding.span) for finding in report.findings] == ["kept"]


@pytest.mark.parametrize("source", ["", "\n", "\f", "#", "\\\n", "\ufeff", "\x1a", "pass", "...", "'''\n'''", "\t"])
def test_nearly_nothing(source: str) -> None:
    assert codes(survives(source)) <= {UNREADABLE}


@pytest.mark.parametrize(
    "damage",
    [
        "\0",
        "x = '\0'",
        "# \0",
        "x = '\ud800'",
        "# \udcff",
        "\udc80 = 1",
        "def",
        "print 'hello'",
        "exec 'x' in y",
        "x = 0777",
        "  indented",
        "if x:\n\ty\n        z",
        "'''",
        "(" * 50,
        "(" * 1000,
        "[" * 150 + "]" * 150,
        ("if x:\n" + " ") * 3,
        "\x0c\x00",
        "x = $",
        "\ufeff\ufeff",
        "return = 1",
        "f'{'",
        "b'ä'",
        "<<<<<<< HEAD",
    ],
)
@pytest.mark.parametrize("before", [False, True])
def test_unreadable(damage: str, before: bool) -> None:
    source = f"{damage}\n{LOOP}" if before else f"{LOOP}{damage}\n"
    assert codes(survives(source)) <= {UNREADABLE, "TLP101"}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        assert codes(survives(source)) == {UNREADABLE}


def test_warnings_of_the_parser_stay_out() -> None:
    """The suite turns warnings into errors: an invalid escape in a user's file must not become one."""
    source = f"x = '\\d'\ny = 1 is 1\n{LOOP}"
    assert codes(survives(source)) == {"TLP101"}


PREFIXES = {
    "form feed": "\f\n\fx = 1\n",
    "form feed in a line": "x = 1 \f# comment\n",
    "vertical tab in a string": "x = '\v\x1c\x1d\x1e\x85\u2028\u2029'\n",
    "line separators in a comment": "# \v\f\x1c\x1d\x1e\x85\u2028\u2029\n",
    "emoji": "x = '🧠🧵' # 👩‍👩‍👧‍👦\n",
    "escaped lone surrogate": "x = '\\ud800'\n",
    "continuation": "x = 1 + \\\n    2\n",
    "triple quotes": 'x = """\n\n\\\n"""\n',
    "wide identifiers": "ℌ = 变量 = 1\n",
    "tabs": "if 1:\n\tx = 1\n\tif 2:\n\t\ty = 1\n",
    "semicolons": "x = 1; y = 2; z = 3\n",
    "cookie that does not count": "x = 1\n# -*- coding: ascii -*-\ny = 'ä'\n",
}


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES)
def test_positions(prefix: str, newline: str) -> None:
    source = (prefix + LOOP).replace("\n", newline)
    report = survives(source)
    assert codes(report) == {"TLP101"}
    assert [text_at(source, finding.span) for finding in report.findings] == ["kept"]


def test_mixed_newlines() -> None:
    ends = ("\n", "\r\n", "\r")
    source = "".join(f"{line}{ends[index % 3]}" for index, line in enumerate(LOOP.splitlines()))
    report = survives(source)
    assert [text_at(source, finding.span) for finding in report.findings] == ["kept"]


def test_column_in_code_points() -> None:
    source = LOOP.replace('{"role": "assistant", ', '{"🧠ä": "𝔘", "role": "assistant", ')
    report = survives(source)
    assert [text_at(source, finding.span) for finding in report.findings] == ["kept"]


def test_no_newline_at_the_end() -> None:
    assert codes(survives(LOOP.rstrip())) == {"TLP101"}


@pytest.mark.parametrize(
    ("cookie", "encoding"),
    [
        ("utf-8", "utf-8"),
        ("latin-1", "latin-1"),
        ("iso-8859-15", "iso-8859-15"),
        ("cp1252", "cp1252"),
        ("koi8-r", "koi8-r"),
        ("shift_jis", "shift_jis"),
        ("euc-jp", "euc-jp"),
        ("gbk", "gbk"),
        ("utf-7", "utf-7"),
        ("ascii", "utf-8"),
        ("utf-8", "latin-1"),
        ("utf-8", "utf-16"),
        ("utf-16", "utf-16"),
        ("utf-8", "utf-32"),
        ("latin-1", "utf-8-sig"),
        ("utf-8", "utf-8-sig"),
        ("rot13", "utf-8"),
        ("hex", "utf-8"),
        ("no-such-encoding", "utf-8"),
        ("utf-8 \0", "utf-8"),
        ("unicode_escape", "utf-8"),
        ("raw_unicode_escape", "utf-8"),
        ("idna", "utf-8"),
        ("punycode", "utf-8"),
        ("undefined", "utf-8"),
        ("mbcs", "utf-8"),
    ],
)
@pytest.mark.parametrize("sign", ["", "ü", "я", "語"])
def test_encodings(cookie: str, encoding: str, sign: str) -> None:
    raw = f"# -*- coding: {cookie} -*-\n# {sign}\n{LOOP}".encode(encoding, "replace")
    try:
        file = decode("agent.py", raw)
    except SourceError:
        return
    survives(file.text)


@pytest.mark.parametrize(
    "path", ["", "-", "stdin", "no/such/folder/agent.py", "a\0b.py", "ünï.py", "\udcff.py", "/", ".."]
)
def test_paths(path: str) -> None:
    assert "TLP101" in codes(survives(LOOP, path))


# Size and depth.

DEEP = {
    "attributes": lambda n: f"x = a{'.b' * n}",
    "calls": lambda n: f"x = f{'()' * n}",
    "subscripts": lambda n: f"x = f{'[0]' * n}",
    "sum": lambda n: f"x = {' + '.join(['a'] * n)}",
    "strings": lambda n: "x = " + " + ".join(["'tool_use'"] * n),
    "and": lambda n: f"x = {' and '.join(['a'] * n)}",
    "comparison": lambda n: f"x = {' < '.join(['a'] * n)}",
    "not": lambda n: f"x = {'not ' * n}a",
    "minus": lambda n: f"x = {'-' * n}1",
    "conditional": lambda n: f"x = {'a if b else ' * n}c",
    "lambda": lambda n: f"x = {'lambda: ' * n}0",
    "await": lambda n: f"async def f():\n    return {'await ' * min(n, 90)}x",
    "brackets": lambda n: f"x = {'[' * min(n, 90)}{']' * min(n, 90)}",
    "elif": lambda n: "if a: pass\n" + "elif b: x = 1\n" * n,
    "nested ifs": lambda n: "".join(f"{' ' * i}if a{i}:\n" for i in range(min(n, 95))) + " " * 95 + "pass",
    "nested functions": lambda n: "".join(f"{' ' * i}def f{i}():\n" for i in range(min(n, 95))) + " " * 95 + "pass",
    "nested comprehensions": lambda n: f"x = {'[' * 60}1{' for a in b]' * 60}",
    "targets": lambda n: f"{'x = ' * n}1",
    "call in call": lambda n: f"x = {'f(' * min(n, 90)}1{')' * min(n, 90)}",
}
# What the engine has to follow, which costs more.
LONG = {
    "elif on kinds": lambda n: (
        "for block in blocks:\n    if block.type == 'x': pass\n"
        + "".join(f"    elif block.type == 'k{i}': out.append(block)\n" for i in range(n))
    ),
    "rebinding": lambda n: (
        "x = [1]\n" + "x = x + [block]\n" * n + "messages.append({'role': 'assistant', 'content': x})"
    ),
    "rebinding in turn": lambda n: (
        "a = b = []\n" + "a = b + [a]\nb = a + [b]\n" * n + "m.append({'role': 'assistant', 'content': a})"
    ),
    "chain of functions": lambda n: (
        "".join(f"def f{i}(x): return f{i + 1}(x)\n" for i in range(n))
        + f"def f{n}(x): return [b for b in x if b.type == 'text']\n"
        + "messages.append({'role': 'assistant', 'content': f0(response.content)})"
    ),
    "functions in a ring": lambda n: (
        "".join(f"def f{i}(x): return f{(i + 1) % n}(x) + f{(i + 2) % n}(x)\n" for i in range(n))
        + "messages.append({'role': 'assistant', 'content': f0(response.content)})"
    ),
    "branches": lambda n: (
        "def f(r, a):\n    x = r.content\n"
        + "".join(f"    if a[{i}]: x = [b for b in x if b.type != 'k{i}']\n" for i in range(n))
        + "    messages.append({'role': 'assistant', 'content': x})"
    ),
}


@pytest.mark.parametrize("size", [50, 900, 3000])
@pytest.mark.parametrize("shape", DEEP.values(), ids=DEEP)
def test_deep(shape: Callable[[int], str], size: int) -> None:
    source = f"{LOOP}\n\n{shape(size)}\n"
    allowed = {UNREADABLE, "TLP101", "TLP102", "TLP103"}
    assert codes(survives(source)) <= allowed


@pytest.mark.parametrize("size", [50, 900, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("shape", LONG.values(), ids=LONG)
def test_long(shape: Callable[[int], str], size: int) -> None:
    test_deep(shape, size)


# Lines of a large file.
LINES = 100_000 if FULL else 25_000
# Ninety lines, which with a loop between them are a hundred.
FILLER = "def g{0}(a):\n" + "    a.append(g{0}(a[0]))\n" * 89


@pytest.mark.slow
@pytest.mark.parametrize(
    "source",
    [
        pytest.param(LOOP * (LINES // 100), id="the same function"),
        pytest.param(
            "".join(LOOP.replace("answer", f"f{i}") + FILLER.format(i) for i in range(LINES // 100)), id="functions"
        ),
        pytest.param(LOOP + "x = 1\n" * LINES, id="one scope"),
        pytest.param(LOOP + "x = {\n" + "    'a': {'type': 'text'},\n" * LINES + "}\n", id="one literal"),
        pytest.param(LOOP + "\n" * LINES, id="nothing"),
        pytest.param(
            LOOP + "def f(messages):\n" + "    messages.append({'role': 'user', 'content': x})\n" * LINES,
            id="appends",
        ),
        pytest.param(LOOP + "x = '" + "tool_use " * (10 * LINES) + "'\n", id="one line"),
    ],
)
def test_large(source: str) -> None:
    assert "TLP101" in codes(survives(source))


# Programs that nobody wrote.


def vocabulary() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and strings that the engine listens to."""
    names = (
        *("response", "content", "messages", "history", "block", "blocks", "client", "create", "append", "extend"),
        *("tool_calls", "type", "id", "thinking", "signature", "role", "input", "name", "get", "model_dump", "self"),
    )
    strings = (
        *("text", "tool_use", "tool_result", "thinking", "redacted_thinking", "assistant", "user", "role", "content"),
        *("type", "signature", "tool_use_id", "id", "input", "data"),
    )
    return names, strings


def in_our_words(source: str) -> str | None:
    """The program with its names and strings replaced by ours; none where that is not a program any more."""
    names, strings = vocabulary()
    kept = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}
    tokens = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            number = int(hashlib.sha256(token.string.encode("utf-8", "replace")).hexdigest()[:8], 16)
            text = token.string
            if token.type == tokenize.NAME and text not in kept:
                text = names[number % len(names)]
            elif token.type == tokenize.STRING and not text[0].isalpha():
                text = repr(strings[number % len(strings)])
            tokens.append((token.type, text))
        result = tokenize.untokenize(tokens)
        ast.parse(result)
    except (SyntaxError, tokenize.TokenError, ValueError, RecursionError, MemoryError, IndexError):
        return None
    return result


# What makes the programs takes seconds to load and to build: only where it is run.


def from_nodes() -> st.SearchStrategy[str]:
    import hypothesmith

    return hypothesmith.from_node(auto_target=False)


def from_the_grammar() -> st.SearchStrategy[str]:
    import hypothesmith

    return hypothesmith.from_grammar(auto_target=False)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@budget(25)
@given(source=st.deferred(from_nodes))
def test_generated_from_nodes(source: str) -> None:
    survives(source)
    survives(f"{source}\n\n{LOOP}")
    if (ours := in_our_words(source)) is not None:
        survives(f"{ours}\n\n{LOOP}", persona="strict")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@budget(10)
@given(source=st.deferred(from_the_grammar))
def test_generated_from_the_grammar(source: str) -> None:
    survives(f"{source}\n\n{LOOP}")
    if (ours := in_our_words(source)) is not None:
        survives(f"{ours}\n\n{LOOP}", persona="strict")


# Agents, shaken.

AGENTS = sorted(
    [*(ROOT / "examples" / "legacy_agent").glob("*.py"), *(ROOT / "tests" / "rules").glob("TLP*/bad/*.py")],
    key=lambda path: path.as_posix(),
)
WRAPPINGS = (
    "while True:\n    pass",
    "for block in response.content:\n    pass",
    "async def wrapped(self, response):\n    pass",
    "class Wrapped:\n    pass",
    "if block.type == 'thinking':\n    pass",
    "try:\n    pass\nexcept Exception as error:\n    raise\nelse:\n    x = 1\nfinally:\n    del x",
    "with client.messages.stream() as stream:\n    pass",
    "match block:\n    case {'type': 'tool_use', **rest}:\n        pass\n    case [*_] | None:\n        return",
    "def wrapped(*args, block=None, **kwargs):\n    nonlocal_value = yield\n    pass",
)
EXPRESSIONS = (
    "(walrus := {})",
    "[*{}]",
    "dict(**{})",
    "lambda *a, **k: {}",
    "({} if block.type == 'text' else None)",
    "{}[0]",
    "{}[-1:]",
    "next(iter({}))",
    "[b for a in {} for b in a if b.type == 'tool_use']",
    "{{k: v for k, v in {}}}",
    "(yield {})",
    "(await {})",
    "list(map(f, {}))",
    "sorted({}, key=lambda b: b.type)",
    "f'{{{}!r}}'",
    "{}.model_dump(exclude={{'thinking'}})",
    "{}.thinking.strip()",
)


def places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every statement and expression, with where it hangs."""
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(child, (ast.stmt, ast.expr)):
                    yield parent, field, index, child


def put(parent: ast.AST, field: str, index: int | None, nodes: list[ast.AST]) -> None:
    if index is None:
        setattr(parent, field, nodes[0])
    else:
        getattr(parent, field)[index : index + 1] = nodes


def shake(tree: ast.Module, chance: random.Random) -> None:
    """Change one thing anywhere: it need not make sense, it need only be Python."""
    everything = list(places(tree))
    parent, field, index, child = chance.choice(everything)
    other = copy.deepcopy(chance.choice([node for *_, node in everything if isinstance(node, type(child).__mro__[-3])]))
    if isinstance(child, ast.expr):
        wrapped = ast.parse(chance.choice(EXPRESSIONS).format("_0_"), mode="eval").body
        for inner_parent, inner_field, inner_index, inner in list(places(ast.Expression(wrapped))):
            if isinstance(inner, ast.Name) and inner.id == "_0_":
                put(inner_parent, inner_field, inner_index, [copy.deepcopy(child)])
        put(parent, field, index, [chance.choice((other, wrapped))])
        return
    wrapping = ast.parse(chance.choice(WRAPPINGS)).body[0]
    for inner in ast.walk(wrapping):
        body = getattr(inner, "body", None)
        if isinstance(body, list) and body and isinstance(body[-1], ast.Pass):
            body[-1] = copy.deepcopy(child)
    choices: list[list[ast.AST]] = [
        [ast.Pass()],
        [child, other],
        [child, copy.deepcopy(child)],
        [other, child],
        [wrapping],
    ]
    put(parent, field, index, chance.choice(choices))


def shaken(path: pathlib.Path, chance: random.Random) -> str:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    try:
        for _ in range(chance.randint(1, 8)):
            shake(tree, chance)
        source = ast.unparse(ast.fix_missing_locations(tree))
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, AttributeError, TypeError, IndexError):
        assume(False)
    return source


# Each example is one draw of 64 bits: what matters here is many programs, not small ones.
SEEDS = st.integers(0, 2**64 - 1).map(random.Random)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@budget(200)
@given(path=st.sampled_from(AGENTS), chance=SEEDS)
def test_shaken_agents(path: pathlib.Path, chance: random.Random) -> None:
    source = shaken(path, chance)
    assert UNREADABLE not in codes(survives(source, str(path)))
    survives(source, str(path), persona="strict")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@budget(60)
@given(path=st.sampled_from(AGENTS), chance=SEEDS)
def test_fixing_shaken_agents(path: pathlib.Path, chance: random.Random) -> None:
    ast.parse(fix_source(shaken(path, chance), str(path), Settings(), unsafe=True).source)


# The finding of this one names its two requests in the order of a set: either first.
UNORDERED = "TLP105/bad/while_stop_reason.py"


@pytest.mark.slow
@pytest.mark.parametrize(
    "path",
    [p for p in AGENTS if not p.as_posix().endswith(UNORDERED)],
    ids=lambda path: f"{path.parts[-3]}/{path.name}",
)
def test_same_answer_twice_and_the_tree_untouched(path: pathlib.Path) -> None:
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    before = [(id(node), sorted(vars(node))) for node in ast.walk(tree)]
    dump = ast.dump(tree, include_attributes=True)
    first = analyse(source, str(path), Settings(), tree=tree)
    second = analyse(source, str(path), Settings())
    assert (first.findings, first.loops, first.skipped) == (second.findings, second.loops, second.skipped)
    # flake8 hands the same tree to every plugin.
    assert ast.dump(tree, include_attributes=True) == dump
    assert [(id(node), sorted(vars(node))) for node in ast.walk(tree)] == before


# Code that somebody wrote.


def installed() -> list[pathlib.Path]:
    """The files of the environment's site-packages, or as many of them as some seconds allow: always the same."""
    root = pathlib.Path(sysconfig.get_path("purelib"))
    paths = sorted(root.rglob("*.py"))
    if FULL:
        return paths

    def draw(path: pathlib.Path) -> bytes:
        return hashlib.sha256(path.relative_to(root).as_posix().encode("utf-8", "replace")).digest()

    chosen, size = [], 0
    for path in sorted(paths, key=draw):
        size += path.stat().st_size
        if size > 8_000_000:
            break
        chosen.append(path)
    return chosen


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("part", range(4))
def test_site_packages(part: int) -> None:
    paths = installed()
    assert len(paths) > 100
    for path in paths[part::4]:
        try:
            source = decode(path, path.read_bytes()).text
        except SourceError:
            continue
        try:
            survives(source, str(path))
            # Again, past the prefilter.
            survives(f"{source}\n\n\n{LOOP}", str(path), persona="strict")
        except BaseException:
            print(f"while reading {path}", file=sys.stderr)
            raise
