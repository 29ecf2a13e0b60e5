"""Another branch for a loop over blocks: a kind that it does not know, or knows in part only, gets its own."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from flake8_toolloop.fixes.code import Rewrite
from flake8_toolloop.fixes.conditions import exclusive
from flake8_toolloop.fixes.leftovers import expression
from flake8_toolloop.fixes.prune import Pruner
from flake8_toolloop.flow.fates import Fate

if TYPE_CHECKING:
    from flake8_toolloop.fixes.code import Code
    from flake8_toolloop.fixes.reach import Reach
    from flake8_toolloop.fixes.turns import Replay

_CLEANED = "the loop on line {} also cleans what goes back: the kind that is missing needs a branch of its own there"
_FROM_ELSEWHERE = "stored blocks may come from another provider: the kind needs a branch of its own here"


def own_branch(reach: Reach, replay: Replay, *, part: bool) -> Rewrite | str | None:
    """The branch for deliberation in a loop that the message must not go round; None where it may.

    It must not where the loop also cleans other kinds. ``part`` says that it hands on a part of the deliberation:
    then it must not either where its list has other readers, who would still get the part.
    """
    code, content = reach.code, replay.content
    if not isinstance(content, ast.Name):
        return None
    fills = [n for n in code.names(content).loads[content.id] if _filled(code, n) is not None]
    loops = {loop for n in fills for loop in code.ancestors(n) if isinstance(loop, (ast.For, ast.AsyncFor))}
    loops = {loop for loop in loops if (where := reach.where(loop)) and reach.keys(loop.iter, where) == replay.keys}
    if len(loops) != 1:
        return None
    loop = loops.pop()
    others = len(code.names(content).loads[content.id]) - len(fills) > 1
    cleans = any(isinstance(n, ast.DictComp) and any(g.ifs for g in n.generators) for n in ast.walk(loop))
    if not cleans and not (part and others):
        return None
    branch = _in_chain(reach, replay, loop, content.id)
    if branch is None:
        return _CLEANED.format(loop.lineno)
    return replace(branch, unsafe=(f"the other readers of {content.id} would see it as well",)) if others else branch


def _filled(code: Code, node: ast.Name) -> ast.expr | None:
    """What ``node.append(...)`` puts into the list."""
    attribute = code.parents[node]
    call = code.parents.get(attribute)
    if not isinstance(attribute, ast.Attribute) or attribute.attr != "append" or not isinstance(call, ast.Call):
        return None
    return call.args[0] if len(call.args) == 1 and call.func is attribute else None


def _in_chain(reach: Reach, replay: Replay, loop: ast.For | ast.AsyncFor, listed: str) -> Rewrite | None:
    """The new branch in the one chain of the loop, before the first branch that would take the kind."""
    code = reach.code
    chains = [s for s in loop.body if isinstance(s, ast.If)]
    if len(chains) != 1 or not isinstance(loop.target, ast.Name):
        return None
    branches = Pruner(code, ()).branches(chains[0])
    test = branches[0].test
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return None
    if not isinstance(test.comparators[0], ast.Constant):
        return None
    known = replay.event.dialect.deliberation
    lost = [
        k
        for k in known
        if any(f.lost(k) or not f.by_kind.get(k) or list(f.values(k, Fate.INCOMPLETE)) for f in replay.alternatives)
    ]
    quote, subject = code.text(test.comparators[0])[0], code.text(test.left)
    kinds = [f"{quote}{k}{quote}" for k in lost]
    if not kinds or any(k in ast.unparse(b.test) for k in lost for b in branches if b.test is not None):
        return None
    new = f"{subject} == {kinds[0]}" if len(kinds) == 1 else f"{subject} in ({', '.join(kinds)})"
    tree = expression(new)
    after = next((b for b in branches if b.test is None or not exclusive(b.test, tree)), None)
    if after is branches[0]:
        return None
    whole = loop.target.id if isinstance(test.left, (ast.Subscript, ast.Call)) else f"{loop.target.id}.to_dict()"
    indent = code.indent(chains[0])
    text = f"elif {new}:\n{indent}{code.unit}{listed}.append({whole})\n{indent}"
    if after is not None:
        return Rewrite((code.edit(after.start, after.start, text),)) if code.alone_before(after.start) else None
    return _behind(code, branches[-1].body[-1], indent + text.removesuffix(indent))


def _behind(code: Code, last: ast.stmt, text: str) -> Rewrite:
    """A branch behind the last one; the edit takes its last line in, so that it says what it extends."""
    start, end = code.start(last), code.line_end(code.end(last))
    body = code.slice(start, end)
    joined = body + text if body.endswith("\n") else f"{body}\n{text.removesuffix(chr(10))}"
    return Rewrite((code.edit(start, end, joined),))


def named_fields(
    code: Code, made: ast.expr, block: str, test: ast.expr | ast.pattern, kind: str, fields: tuple[str, ...]
) -> Rewrite | str:
    """A branch for blocks of another kind that are stored: with the kind's own fields, and only where they are there.

    ``made`` is the block that is made of ``block`` behind ``test``, which lets one kind through.
    """
    chain = code.parents[test]
    if not isinstance(chain, ast.If) or chain.test is not test or len(chain.body) != 1 or chain.orelse:
        return _FROM_ELSEWHERE
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return _FROM_ELSEWHERE
    constant, body = test.comparators[0], chain.body[0]
    if not isinstance(constant, ast.Constant) or not code.within(made, body):
        return _FROM_ELSEWHERE
    quote = code.text(constant)[0]
    if not isinstance(made, ast.Dict) or not code.alone_before(code.start(body)):
        return _FROM_ELSEWHERE
    asked = " and ".join(f"{block}.get({quote}{f}{quote})" for f in fields)
    items = ", ".join(
        [f"{quote}type{quote}: {quote}{kind}{quote}"]
        + [f"{quote}{f}{quote}: {block}[{quote}{f}{quote}]" for f in fields]
    )
    before, behind = code.slice(code.start(body), code.start(made)), code.slice(code.end(made), code.end(body))
    indent = code.indent(chain)
    text = f"{indent}elif {code.text(test.left)} == {quote}{kind}{quote} and {asked}:\n"
    text += f"{code.indent(body)}{before}{{{items}}}{behind}\n"
    return _behind(code, body, text)


def reads_by_key(code: Code, made: ast.AST, block: str) -> bool:
    """Whether what is made reads a block like a dict: then it was stored, and is no object of the SDK."""
    reads = (n.func if isinstance(n, ast.Call) else n for n in ast.walk(made))
    gets = [n for n in reads if isinstance(n, ast.Subscript) or (isinstance(n, ast.Attribute) and n.attr == "get")]
    return any(code.text(n.value) == block for n in gets)
