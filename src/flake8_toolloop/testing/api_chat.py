"""Chat Completions as the strict provider speaks it: the reasoning comes in `reasoning_content`, and has to go back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from flake8_toolloop.dialects import chat_wire as chat
from flake8_toolloop.testing import judge_chat
from flake8_toolloop.testing.align import Received
from flake8_toolloop.testing.apis import arguments, call_id, damage, parsed, plain_json, refusals, required
from flake8_toolloop.testing.reading import elements, members, objects, word
from flake8_toolloop.testing.script import Turn, WireBlock
from flake8_toolloop.testing.seal import Seal
from flake8_toolloop.testing.verdict import Damage, Verdict
from flake8_toolloop.testing.wire import Body, kind

FIELD = "reasoning_content"
STOPS = {"tool_use": "tool_calls", "max_tokens": "length", "refusal": "content_filter"}
ASSISTANT = chat.WIRE.assistant


class ChatApi:
    """The API."""

    name = "chat"

    def whole(self, request: Body, _held: Mapping[str, tuple[Body, tuple[WireBlock, ...]]]) -> Body:
        return request

    def unit(self, turn: Turn, _number: int, _seal: Seal) -> tuple[WireBlock, ...]:
        """One message. Blocks that this API has no word for are left out."""
        words = [str(block["text"]) for block in turn.content if kind(block) == "text"]
        thoughts = [str(block["thinking"]) for block in turn.content if kind(block) == "thinking"]
        calls = [
            {
                "id": call_id(block),
                "type": "function",
                "function": {"name": block["name"], "arguments": arguments(block)},
            }
            for block in turn.content
            if kind(block) == "tool_use"
        ]
        message: WireBlock = {"role": ASSISTANT, "content": "".join(words) if words else None}
        if thoughts:
            message[FIELD] = "\n".join(thoughts)
        if calls:
            message[chat.CALLS] = calls
        return (message,)

    def continues(self, received: Sequence[Received], request: Body) -> bool:
        sent = {ident for one in received for message in one.content for ident in _ids(message)}
        messages = elements(request.get(chat.WIRE.holder))
        here = {
            ident for message in messages for ident in (*_ids(members(message)), members(message).get(chat.CALL_ID))
        }
        if sent & {ident for ident in here if isinstance(ident, str)}:
            return True
        before = elements(received[-1].request.get(chat.WIRE.holder))
        return len(messages) > len(before) and plain_json(messages[: len(before)]) == plain_json(before)

    def verdict(self, received: Sequence[Received], request: Body, _seal: Seal) -> Verdict:
        missing = tuple(required(request, ("model", chat.WIRE.holder)))
        faults = [fault for fault in judge_chat.judge(request) if not _guessed(fault.kind, fault.ids)]
        losses: list[Damage] = []
        hints: list[Damage] = []
        for turn, one in enumerate(received):
            _compare(turn, one.content[0], request, losses, hints)
        return Verdict(missing or tuple(refusals(faults))[:1], tuple(losses), tuple(hints))

    def ident(self, number: int) -> str:
        return f"chatcmpl-{number:04}"

    def body(self, ident: str, unit: Sequence[WireBlock], stop: str, request: Body) -> dict[str, Any]:
        choice = {"index": 0, "message": unit[0], "finish_reason": STOPS.get(stop, "stop"), "logprobs": None}
        return {
            "id": ident,
            "object": "chat.completion",
            "created": 0,
            "model": word(request.get("model")),
            "choices": [choice],
            "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
        }


def _guessed(kind_of_fault: str, ids: Sequence[str]) -> bool:
    """What the judge only concludes from other messages: here it is known what was sent."""
    return kind_of_fault == "unsigned" or (kind_of_fault == "reasoning-field-missing" and len(ids) < 2)


def _ids(message: Mapping[str, Any]) -> Iterator[str]:
    for _, one in objects(message.get(chat.CALLS)):
        if isinstance(one.get("id"), str):
            yield one["id"]


def _compare(turn: int, sent: Mapping[str, Any], request: Body, losses: list[Damage], hints: list[Damage]) -> None:
    """What became of a message that was sent."""
    messages = elements(request.get(chat.WIRE.holder))
    at = _found(sent, messages)
    if at is None:
        losses.append(damage(turn, "missing", "the whole turn was left out", ""))
        return
    back = members(messages[at])
    if sent.get(FIELD) and not back.get(FIELD):
        closed = any(members(message).get("role") == "user" for message in messages[at:])
        (hints if closed else losses).append(damage(turn, "lost", f"`{FIELD}` did not come back", FIELD))
    elif sent.get(FIELD) != back.get(FIELD) and sent.get(FIELD):
        losses.append(damage(turn, "changed", f"`{FIELD}` came back as another text", FIELD))
    if (sent.get("content") or "") != (_text(back.get("content"))):
        losses.append(damage(turn, "changed", "`content` came back as another text", "content"))
    came = {word(one.get("id")): one for _, one in objects(back.get(chat.CALLS))}
    for position, one in enumerate(elements(sent.get(chat.CALLS))):
        other = came.get(one["id"])
        if other is None:
            losses.append(damage(turn, "lost", f"the call `{one['id']}` did not come back", "function", position))
        elif _meaning(one) != _meaning(other):
            losses.append(damage(turn, "changed", f"the call `{one['id']}` came back as another", "function", position))


def _found(sent: Mapping[str, Any], messages: list[Any]) -> int | None:
    """The message that came back for one that was sent: by the ids of its calls, else by its text."""
    idents = set(_ids(sent))
    for at, message in objects(messages):
        if message.get("role") == ASSISTANT:
            own = set(_ids(message))
            if idents & own or (not idents and not own and _text(message.get("content")) == (sent["content"] or "")):
                return at
    return None


def _text(content: object) -> str:
    """A message's text, also where it is a list of parts."""
    if isinstance(content, list):
        return "".join(word(part.get("text")) for _, part in objects(content))
    return word(content)


def _meaning(one: Mapping[str, Any]) -> tuple[object, object]:
    function = members(one.get("function"))
    return function.get("name"), parsed(function.get("arguments"))
