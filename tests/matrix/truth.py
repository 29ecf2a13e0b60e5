"""Runs a generated program against a scripted client and says what it sent: the matrix is checked by execution.

The model's first turn has two calls and every kind of block that the spellings know; its second turn is the answer.
What counts is the history of the second request (or the one left behind, in frames without a client).
"""

from __future__ import annotations

import asyncio
import contextlib
import copy
import io
import sys
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.matrix.generate import Program

THOUGHT = "  The secret SK is sk-abc.\tI should   call both tools. " + "Step by step. " * 50 + "\n"


class Block:
    """What the SDK's pydantic models do, as far as the programs ask for it."""

    kind = ""

    def __init__(self, **fields: Any) -> None:
        self.__dict__.update(fields)

    def __init_subclass__(cls, kind: str) -> None:
        cls.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and self.__dict__ == other.__dict__

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return repr(self.__dict__)

    def model_dump(self, exclude: Any = (), include: Any = None) -> dict[str, Any]:
        fields = {k: v for k, v in self.__dict__.items() if k not in exclude}
        return {k: v for k, v in fields.items() if include is None or k in include}

    def model_copy(self, update: dict[str, Any]) -> Block:
        return type(self)(**{**self.__dict__, **update})

    @classmethod
    def model_validate(cls, fields: dict[str, Any]) -> Block:
        return cls(**fields)

    @classmethod
    def model_construct(cls, **fields: Any) -> Block:
        return cls(**fields)


class TextBlock(Block, kind="text"):
    pass


class ThinkingBlock(Block, kind="thinking"):
    pass


class RedactedThinkingBlock(Block, kind="redacted_thinking"):
    pass


class ToolUseBlock(Block, kind="tool_use"):
    pass


CLASSES = {c.kind: c for c in (TextBlock, ThinkingBlock, RedactedThinkingBlock, ToolUseBlock)}


def first_turn() -> list[dict[str, Any]]:
    return [
        {"type": "thinking", "thinking": THOUGHT, "signature": "c2ln"},
        {"type": "tool_use", "id": "toolu_1", "name": "a", "input": {}},
        {"type": "redacted_thinking", "data": "ZGF0YQ=="},
        {"type": "text", "text": "And another one."},
        {"type": "tool_use", "id": "toolu_2", "name": "b", "input": {}},
    ]


def plain(value: Any) -> Any:
    if isinstance(value, Block):
        return dict(value.__dict__)
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    return value


class Script:
    """Every way in which the frames ask a model."""

    def __init__(self) -> None:
        self.requests: list[Any] = []

    def turn(self, history: Any) -> list[dict[str, Any]]:
        self.requests.append(plain(history))
        return first_turn() if len(self.requests) == 1 else [{"type": "text", "text": "Done."}]

    def create(self, **request: Any) -> SimpleNamespace:
        return message(self.turn(request["messages"]))

    async def create_async(self, **request: Any) -> SimpleNamespace:
        return self.create(**request)

    @contextlib.contextmanager
    def stream(self, **request: Any) -> Iterator[SimpleNamespace]:
        final = self.create(**request)
        yield SimpleNamespace(get_final_message=lambda: final)

    def post(self, url: str, headers: Any = None, json: Any = None) -> SimpleNamespace:
        body = {"content": self.turn(json["messages"])}
        return SimpleNamespace(json=lambda: body)

    @contextlib.asynccontextmanager
    async def _answer(self, json: Any) -> Any:
        body = {"content": self.turn(json["messages"])}

        async def read() -> Any:
            return body

        yield SimpleNamespace(json=read)

    def session(self) -> SimpleNamespace:
        return SimpleNamespace(post=lambda url, json: self._answer(json))

    def client(self, *, asynchronous: bool = False) -> SimpleNamespace:
        messages = SimpleNamespace(create=self.create_async if asynchronous else self.create, stream=self.stream)
        return SimpleNamespace(messages=messages, beta=SimpleNamespace(messages=messages))


def message(blocks: list[dict[str, Any]]) -> SimpleNamespace:
    return SimpleNamespace(role="assistant", content=[CLASSES[b["type"]](**b) for b in blocks])


def modules(script: Script) -> dict[str, ModuleType]:
    anthropic, types, httpx = ModuleType("anthropic"), ModuleType("anthropic.types"), ModuleType("httpx")
    for client in ("Anthropic", "AsyncAnthropic", "AnthropicBedrock"):
        setattr(anthropic, client, script.client)
    for block in CLASSES.values():
        setattr(types, block.__name__, block)
    types.__dict__.update(Message=SimpleNamespace, ThinkingBlockParam=dict)
    httpx.__dict__["post"] = script.post
    return {"anthropic": anthropic, "anthropic.types": types, "httpx": httpx}


@contextlib.contextmanager
def installed(script: Script) -> Iterator[None]:
    fakes = modules(script)
    kept = {name: sys.modules.get(name) for name in fakes}
    sys.modules.update(fakes)
    try:
        yield
    finally:
        for name, module in kept.items():
            sys.modules.pop(name)
            if module is not None:
                sys.modules[name] = module


def history(program: Program) -> list[dict[str, Any]]:
    """The messages that the program sends back after the first turn."""
    script = Script()
    space: dict[str, Any] = {}
    with installed(script), contextlib.redirect_stdout(io.StringIO()):
        exec(compile(program.source, program.id, "exec", dont_inherit=True), space)
        left = _call(program, space, script, _runner(program))
    if len(script.requests) > 1:
        return list(script.requests[1])
    return list(plain(getattr(left, "items", left)))


def _runner(program: Program) -> Callable[[Any], Any]:
    def run(call: Any) -> Any:
        fields = plain(call)
        if program.id.startswith("first-"):
            return f"ran {fields['name']}"
        return {"type": "tool_result", "tool_use_id": fields["id"], "content": f"ran {fields['name']}"}

    return run


def _call(program: Program, space: dict[str, Any], script: Script, run: Callable[[Any], Any]) -> Any:
    log = space["History"]() if "History" in space else []
    if "drive" in space:
        return space["drive"](log, [], run)
    if "converse" in space:
        return asyncio.run(space["converse"](script.client(asynchronous=True), log, [], run))
    if "go" in space:
        return space["go"]("hello", [], run)
    if "Agent" in space:
        agent = space["Agent"]([], run)
        agent.step()
        return agent.thread
    if "record" in space:
        return space["record"](log, message(first_turn()), run)
    if "talk" in space:
        return space["talk"](log, [], run)
    return asyncio.run(space["rounds"](script.session(), log, [], run))


def whole(messages: list[dict[str, Any]]) -> bool:
    """The turn is sent as it came, once, and each of its calls is answered once in the next message."""
    turns = [m for m in messages if m["role"] == "assistant"]
    if len(turns) != 1 or turns[0]["content"] != copy.deepcopy(first_turn()):
        return False
    answers = messages[messages.index(turns[0]) + 1 :]
    if len(answers) != 1 or answers[0]["role"] != "user":
        return False
    return sorted(b["tool_use_id"] for b in answers[0]["content"]) == ["toolu_1", "toolu_2"]
