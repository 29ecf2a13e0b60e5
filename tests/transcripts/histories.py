"""Clean conversations of each format, and damage done to them: each operator with the faults that it has to give."""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Units = list[Any]
Damage = Callable[[Units, Random], "list[str] | None"]
"""Damages a conversation in place and gives the kinds of fault; None where the conversation has nothing to damage."""
SEALED = "QUJDREVGR0hJSktM"
TEXTS = ("ok", "Ünïcode 東京 🙂", 'with "quotes" and \\ backslashes', "a/b\n\tc", "x" * 50)


class _Maker:
    """Draws what a conversation is made of."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.count = 0

    def fresh(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def text(self) -> str:
        return self.random.choice(TEXTS)

    def maybe(self, chance: float = 0.5) -> bool:
        return self.random.random() < chance

    def seal(self) -> str:
        return SEALED + hashlib.md5(str(self.fresh("s")).encode(), usedforsecurity=False).hexdigest()

    def shuffled(self, values: list[Any]) -> list[Any]:
        return self.random.sample(values, len(values))

    def steps(self) -> list[list[str]]:
        """The ids of the calls of each step of a cycle."""
        return [
            [self.fresh("call_") for _ in range(self.random.randint(1, 3))] for _ in range(self.random.randint(1, 3))
        ]


# Chat Completions


def chat(random: Random) -> Units:
    make = _Maker(random)
    units: Units = [{"role": "system", "content": make.text()}] if make.maybe() else []
    thinks = make.maybe()
    for _ in range(random.randint(1, 3)):
        units.append({"role": "user", "content": make.text()})
        for idents in make.steps():
            calls = [
                {"id": ident, "type": "function", "function": {"name": "ls", "arguments": '{"path": "a/b"}'}}
                for ident in idents
            ]
            thought = {"reasoning_content": make.text() if make.maybe(0.8) else ""} if thinks else {}
            said = make.text() if make.maybe() else None
            units.append({"role": "assistant", "content": said, **thought, "tool_calls": calls})
            results = [{"role": "tool", "tool_call_id": ident, "content": make.text()} for ident in idents]
            units += make.shuffled(results)
        units.append({"role": "assistant", "content": make.text()})
    return units


def _calling(units: Units) -> list[int]:
    return [n for n, unit in enumerate(units) if unit.get("tool_calls")]


def _tools(units: Units, turn: int) -> list[int]:
    found: list[int] = []
    while units[turn + 1 + len(found)]["role"] == "tool":
        found.append(turn + 1 + len(found))
    return found


def chat_result_lost(units: Units, random: Random) -> list[str]:
    turn = random.choice(_calling(units))
    del units[random.choice(_tools(units, turn))]
    return ["unanswered-call"]


def chat_results_lost(units: Units, random: Random) -> list[str]:
    turn = random.choice(_calling(units))
    tools = _tools(units, turn)
    del units[tools[0] : tools[-1] + 1]
    return ["unanswered-call"] * len(tools)


def chat_turn_lost(units: Units, random: Random) -> list[str]:
    turn = random.choice(_calling(units))
    lost = len(_tools(units, turn))
    del units[turn]
    return ["orphan-result"] * lost


def chat_cut(units: Units, random: Random) -> list[str]:
    turn = random.choice(_calling(units))
    tools = _tools(units, turn)
    at = random.choice(tools)
    del units[:at]
    return ["orphan-result"] * (tools[-1] - at + 1)


def chat_killed(units: Units, random: Random) -> list[str]:
    turn = random.choice(_calling(units))
    calls = len(_tools(units, turn))
    del units[turn + 1 :]
    return ["open-at-tail"] * calls


def chat_result_twice(units: Units, random: Random) -> list[str]:
    at = random.choice(_tools(units, random.choice(_calling(units))))
    units.insert(at + 1, copy.deepcopy(units[at]))
    return ["duplicate-result"]


def chat_call_twice(units: Units, random: Random) -> list[str]:
    calls = units[random.choice(_calling(units))]["tool_calls"]
    calls.append(copy.deepcopy(random.choice(calls)))
    return ["duplicate-call"]


def chat_wrong_id(units: Units, random: Random) -> list[str]:
    units[random.choice(_tools(units, random.choice(_calling(units))))]["tool_call_id"] = "call_other"
    return ["mismatched-id"]


def chat_word_between(units: Units, random: Random) -> list[str]:
    turn = random.choice(_calling(units))
    results = len(_tools(units, turn))
    units.insert(turn + 1, {"role": "user", "content": "hurry"})
    return ["text-before-result"] * results


def chat_nothing_said(units: Units, random: Random) -> list[str]:
    finals = [n for n, unit in enumerate(units) if unit["role"] == "assistant" and not unit.get("tool_calls")]
    units[random.choice(finals)]["content"] = None
    return ["empty-content"]


# Responses


def responses(random: Random) -> Units:
    make = _Maker(random)
    real = make.maybe()
    thinks = make.maybe(0.8)
    units: Units = []
    for _ in range(random.randint(1, 3)):
        units.append({"role": "user", "content": make.text()})
        for idents in make.steps():
            units += _response(make, idents, real=real, thinks=thinks and (not real or make.maybe(0.7)))
            results = [{"type": "function_call_output", "call_id": one, "output": make.text()} for one in idents]
            units += make.shuffled(results)
        units += _response(make, [], real=real, thinks=thinks)
    return units


def _response(make: _Maker, idents: list[str], *, real: bool, thinks: bool) -> Iterator[Any]:
    tail = hashlib.md5(make.fresh("r").encode(), usedforsecurity=False).hexdigest()[:16]

    def ident(prefix: str) -> str:
        own = hashlib.md5(make.fresh("i").encode(), usedforsecurity=False).hexdigest()
        return f"{prefix}_{own}{tail}" if real else make.fresh(f"{prefix}_")

    if thinks:
        for _ in range(make.random.choice((1, 1, 1, 2))):
            yield {"type": "reasoning", "id": ident("rs"), "summary": [], "encrypted_content": "gAAAAA" + make.seal()}
    if make.maybe() or not idents:
        part = {"type": "output_text", "text": make.text(), "annotations": []}
        yield {"type": "message", "id": ident("msg"), "role": "assistant", "content": [part], "status": "completed"}
    for one in idents:
        yield {"type": "function_call", "id": ident("fc"), "call_id": one, "name": "ls", "arguments": "{}"}


def _of(units: Units, kind: str) -> list[int]:
    return [n for n, unit in enumerate(units) if unit.get("type") == kind]


def responses_output_lost(units: Units, random: Random) -> list[str]:
    del units[random.choice(_of(units, "function_call_output"))]
    return ["unanswered-call"]


def responses_output_twice(units: Units, random: Random) -> list[str]:
    at = random.choice(_of(units, "function_call_output"))
    units.insert(at + 1, copy.deepcopy(units[at]))
    return ["duplicate-result"]


def responses_wrong_id(units: Units, random: Random) -> list[str]:
    output = units[random.choice(_of(units, "function_call_output"))]
    call = next(unit for unit in units if unit.get("call_id") == output["call_id"] and "arguments" in unit)
    output["call_id"] = call["id"]
    return ["mismatched-id"]


def responses_call_lost(units: Units, random: Random) -> list[str]:
    """A call that is not all that its reasoning led to."""
    calls = [n for n in _of(units, "function_call") if units[n - 1].get("type") in ("message", "function_call")]
    if not calls:
        return None  # type: ignore[return-value]
    del units[random.choice(calls)]
    return ["orphan-result"]


def responses_answer_lost(units: Units, random: Random) -> list[str] | None:
    """The final message of a cycle, and its reasoning stays."""
    finals = [n for n in _of(units, "message") if n + 1 == len(units) or units[n + 1].get("role") == "user"]
    finals = [n for n in finals if units[n - 1].get("type") == "reasoning"]
    if not finals:
        return None
    at = random.choice(finals)
    count = 2 if units[at - 2].get("type") == "reasoning" else 1
    del units[at]
    return ["dangling-reasoning"] * count


def responses_swapped(units: Units, random: Random) -> list[str] | None:
    """The final message and its reasoning, read back in the wrong order."""
    finals = [
        n
        for n in _of(units, "message")
        if units[n - 1].get("type") == "reasoning"
        and units[n - 2].get("type") != "reasoning"
        and (n + 1 == len(units) or units[n + 1].get("role") == "user")
    ]
    if not finals:
        return None
    at = random.choice(finals)
    units[at - 1], units[at] = units[at], units[at - 1]
    return ["dangling-reasoning", "item-before-reasoning"]


def responses_reasoning_lost(units: Units, random: Random) -> list[str] | None:
    """Of the first step of a cycle, where all others have theirs and the ids tell nothing."""
    firsts = [n for n in _of(units, "reasoning") if units[n - 1].get("role") == "user"]
    thinking = [n for n in firsts if "output" in _kinds_behind(units, n)]
    steps = len([n for n in _of(units, "function_call_output") if units[n - 1].get("type") == "function_call"])
    if not thinking or steps < 2 or len(units[thinking[0]]["id"]) > 30:
        return None
    at = random.choice(thinking)
    while units[at]["type"] == "reasoning":
        del units[at]
    lost = 0
    while units[at + lost]["type"] in ("message", "function_call"):
        lost += 1
    return ["lost-reasoning"] * len([unit for unit in units[at : at + lost] if unit["type"] == "function_call"])


def _kinds_behind(units: Units, at: int) -> str:
    """What follows a reasoning item and what it led to."""
    while at < len(units) and units[at].get("type") in ("reasoning", "message", "function_call"):
        at += 1
    return "output" if at < len(units) and "output" in units[at] else ""


def responses_interleaved(units: Units, random: Random) -> list[str] | None:
    """The calls of the one step that has several, each with its output."""
    steps = [n for n in _of(units, "function_call") if units[n - 1].get("type") != "function_call"]
    several = [n for n in steps if units[n + 1].get("type") == "function_call"]
    if len(several) != 1:
        return None
    starts = [
        n
        for n in _of(units, "function_call")
        if units[n - 1].get("type") == "reasoning" and units[n + 1].get("type") == "function_call"
    ]
    if not starts or len(units[starts[0]]["id"]) > 30:
        return None
    first = random.choice(starts)
    end = first
    while units[end].get("type") == "function_call":
        end += 1
    calls = units[first:end]
    outputs = {unit["call_id"]: unit for unit in units[end : end + len(calls)]}
    pairs = [unit for call in calls for unit in (call, outputs[call["call_id"]])]
    units[first : end + len(calls)] = pairs
    return ["interleaved"] * (len(calls) - 1)


def responses_garbled(units: Units, random: Random) -> list[str] | None:
    reasoning = _of(units, "reasoning")
    if not reasoning:
        return None
    units[random.choice(reasoning)]["encrypted_content"] += "…"
    return ["garbled-signature"]


# Gemini


def gemini(random: Random) -> Units:
    make = _Maker(random)
    ids, thoughts = make.maybe(), make.maybe()
    units: Units = []
    for _ in range(random.randint(1, 3)):
        units.append({"role": "user", "parts": [{"text": make.text()}]})
        for idents in make.steps():
            parts: list[Any] = [{"text": make.text(), "thought": True}] if thoughts else []
            names = [(f"tool_{ident}", {"id": ident} if ids else {}) for ident in idents]
            calls: list[Any] = [{"functionCall": {**own, "name": name, "args": {}}} for name, own in names]
            calls[0]["thoughtSignature"] = make.seal()
            units.append({"role": "model", "parts": [*parts, *calls]})
            results = [{"functionResponse": {**own, "name": name, "response": {"x": 1}}} for name, own in names]
            units.append({"role": "user", "parts": results})
        units.append({"role": "model", "parts": [{"text": make.text(), "thoughtSignature": make.seal()}]})
    return units


def _g_calling(units: Units) -> list[int]:
    return [n for n, unit in enumerate(units) if any("functionCall" in part for part in unit["parts"])]


def gemini_unsigned(units: Units, random: Random) -> list[str] | None:
    """Only the current turn is checked, and another call shows that the model signs."""
    if len(_g_calling(units)) < 2:
        return None
    spoke = max(n for n, unit in enumerate(units) if unit["role"] == "user" and "text" in unit["parts"][0])
    turn = random.choice([n for n in _g_calling(units) if n > spoke])
    for part in units[turn]["parts"]:
        part.pop("thoughtSignature", None)
    return ["unsigned"]


def gemini_signature_moved(units: Units, random: Random) -> list[str] | None:
    turn = _g_calling(units)[-1]
    calls = [part for part in units[turn]["parts"] if "functionCall" in part]
    if len(calls) < 2:
        return None
    calls[1]["thoughtSignature"] = calls[0].pop("thoughtSignature")
    return ["moved"]


def gemini_garbled(units: Units, random: Random) -> list[str]:
    part = random.choice([part for unit in units for part in unit["parts"] if "thoughtSignature" in part])
    part["thoughtSignature"] += "…"
    return ["garbled-signature"]


def gemini_split(units: Units, random: Random) -> list[str] | None:
    turns = [n for n in _g_calling(units) if len(units[n + 1]["parts"]) > 1]
    if not turns:
        return None
    at = random.choice(turns) + 1
    units[at : at + 1] = [{"role": "user", "parts": [part]} for part in units[at]["parts"]]
    return ["split-results"]


def gemini_response_lost(units: Units, random: Random) -> list[str]:
    at = random.choice(_g_calling(units)) + 1
    del units[at]["parts"][random.randrange(len(units[at]["parts"]))]
    if units[at]["parts"]:
        return ["unanswered-call"]
    del units[at]
    return ["unanswered-call"]


def gemini_turn_lost(units: Units, random: Random) -> list[str]:
    """The responses that stay are told one by one."""
    turn = random.choice(_g_calling(units))
    lost = len(units[turn + 1]["parts"])
    del units[turn]
    return ["orphan-result"] * lost


def gemini_nothing(units: Units, random: Random) -> list[str]:
    finals = [n for n, unit in enumerate(units) if unit["role"] == "model" and "text" in unit["parts"][-1]]
    units[random.choice(finals)]["parts"] = []
    return ["empty-content"]


# Bedrock


def bedrock(random: Random) -> Units:
    make = _Maker(random)
    units: Units = []
    for _ in range(random.randint(1, 3)):
        units.append({"role": "user", "content": [{"text": make.text()}]})
        for idents in make.steps():
            text = [{"text": make.text()}] if make.maybe() else []
            calls = [{"toolUse": {"toolUseId": one, "name": "ls", "input": {}}} for one in idents]
            units.append({"role": "assistant", "content": [_thought(make), *text, *calls]})
            results = [{"toolResult": {"toolUseId": one, "content": [{"text": make.text()}]}} for one in idents]
            units.append({"role": "user", "content": make.shuffled(results)})
        units.append({"role": "assistant", "content": [_thought(make), {"text": make.text()}]})
    return units


def _thought(make: _Maker) -> Any:
    if make.maybe(0.2):
        return {"reasoningContent": {"redactedContent": make.seal()}}
    return {"reasoningContent": {"reasoningText": {"text": make.text(), "signature": make.seal()}}}


def _b_calling(units: Units) -> list[int]:
    return [n for n, unit in enumerate(units) if any("toolUse" in block for block in unit["content"])]


def _signed(units: Units) -> list[Any]:
    return [
        block["reasoningContent"]["reasoningText"]
        for unit in units
        for block in unit["content"]
        if "reasoningText" in block.get("reasoningContent", {})
    ]


def bedrock_unsigned(units: Units, random: Random) -> list[str] | None:
    signed = _signed(units)
    if len(signed) < 2:
        return None
    del random.choice(signed)["signature"]
    return ["unsigned"]


def bedrock_garbled(units: Units, random: Random) -> list[str] | None:
    signed = _signed(units)
    if not signed:
        return None
    random.choice(signed)["signature"] += "…"
    return ["garbled-signature"]


def bedrock_split(units: Units, random: Random) -> list[str] | None:
    turns = [n for n in _b_calling(units) if len(units[n + 1]["content"]) > 1]
    if not turns:
        return None
    at = random.choice(turns) + 1
    units[at : at + 1] = [{"role": "user", "content": [block]} for block in units[at]["content"]]
    return ["split-results"]


def bedrock_word_first(units: Units, random: Random) -> list[str]:
    units[random.choice(_b_calling(units)) + 1]["content"].insert(0, {"text": "now"})
    return ["text-before-result"]


def bedrock_result_lost(units: Units, random: Random) -> list[str] | None:
    turns = [n for n in _b_calling(units) if len(units[n + 1]["content"]) > 1]
    if not turns:
        return None
    content = units[random.choice(turns) + 1]["content"]
    del content[random.randrange(len(content))]
    return ["unanswered-call"]


def bedrock_killed(units: Units, random: Random) -> list[str]:
    turn = random.choice(_b_calling(units))
    calls = len([block for block in units[turn]["content"] if "toolUse" in block])
    del units[turn + 1 :]
    return ["open-at-tail"] * calls


def bedrock_result_twice(units: Units, random: Random) -> list[str]:
    content = units[random.choice(_b_calling(units)) + 1]["content"]
    content.append(copy.deepcopy(random.choice(content)))
    return ["duplicate-result"]


def bedrock_turn_lost(units: Units, random: Random) -> list[str]:
    turn = random.choice(_b_calling(units))
    lost = len(units[turn + 1]["content"])
    steps = "toolResult" in units[turn - 1]["content"][0]
    del units[turn]
    return ["split-results", *["orphan-result"] * lost] if steps else ["roles-in-a-row", *["orphan-result"] * lost]


def bedrock_reasoning_moved(units: Units, random: Random) -> list[str]:
    content = units[random.choice(_b_calling(units))]["content"]
    content.append(content.pop(0))
    return ["moved"]


CLEAN: dict[str, Callable[[Random], Units]] = {
    "chat": chat,
    "responses": responses,
    "gemini": gemini,
    "bedrock": bedrock,
}
DAMAGE: dict[str, tuple[Damage, ...]] = {
    "chat": (
        chat_result_lost, chat_results_lost, chat_turn_lost, chat_cut, chat_killed, chat_result_twice, chat_call_twice,
        chat_wrong_id, chat_word_between, chat_nothing_said,
    ),
    "responses": (
        responses_output_lost, responses_output_twice, responses_wrong_id, responses_call_lost, responses_answer_lost,
        responses_swapped, responses_reasoning_lost, responses_interleaved, responses_garbled,
    ),
    "gemini": (
        gemini_unsigned, gemini_signature_moved, gemini_garbled, gemini_split, gemini_response_lost, gemini_turn_lost,
        gemini_nothing,
    ),
    "bedrock": (
        bedrock_unsigned, bedrock_garbled, bedrock_split, bedrock_word_first, bedrock_result_lost, bedrock_killed,
        bedrock_result_twice, bedrock_turn_lost, bedrock_reasoning_moved,
    ),
}  # fmt: skip
"""Damage of each format. The fault that each gives is the only one."""
