"""From a provider's refusal to the rules whose faults can cause it, the likeliest first, with what to look for.

A cause may be of a rule that this version does not have: then what to look for is still said.
"""

from __future__ import annotations

from dataclasses import dataclass

from flake8_toolloop.dialects import anthropic_errors as errors
from flake8_toolloop.dialects.errors import ErrorText


@dataclass(frozen=True)
class Cause:
    """One fault that leads to a refusal."""

    look_for: str
    code: str | None = None
    """None where no rule looks for it."""


@dataclass(frozen=True)
class Explanation:
    """What a refusal means, and what can cause it."""

    error: ErrorText
    meaning: str
    causes: tuple[Cause, ...]


def _explained(error: ErrorText, meaning: str, *causes: tuple[str | None, str]) -> Explanation:
    return Explanation(error, meaning, tuple(Cause(look_for, code) for code, look_for in causes))


_OUTSIDE = None

ANTHROPIC = (
    _explained(
        errors.BOUND_ELSEWHERE,
        "A thinking block is bound to all that stood before it when it was made, and something of that has changed.",
        ("TLP406", "`system`, `tools` or an earlier message that is made anew for each request: a time, a reminder"),
        ("TLP402", "a history that is cut inside of what later thinking was made after"),
        ("TLP401", "thinking that is taken out of the middle of the history"),
        ("TLP106", "thinking that is put before another turn than its own"),
    ),
    _explained(
        errors.THINKING_EXPECTED,
        "Thinking is enabled, and an assistant turn of the tool loop that began with thinking comes back without it.",
        ("TLP102", "blocks made again by hand from text and calls: `thinking` has no way through"),
        ("TLP101", "a filter by type over the content that is put into the history"),
        ("TLP502", "an accumulator of stream events that knows no thinking_delta or signature_delta"),
        ("TLP401", "a clean-up of the stored history that takes thinking out while calls are open"),
        ("TLP104", "a turn that is stored as its text"),
        ("TLP106", "blocks that are sorted or regrouped, so that another one comes first"),
        ("TLP108", '`if block.thinking`: under display "omitted" the text is empty and the block still counts'),
        ("TLP103", "`redacted_thinking` that is left out where the turn began with it"),
        ("TLP407", "thinking that is switched on while calls of a turn without it are still open"),
        ("TLP105", "a turn that never gets into the history"),
    ),
    _explained(
        errors.THINKING_FIRST,
        "An assistant turn holds thinking, but no longer begins with it.",
        ("TLP106", "blocks that are sorted or regrouped: text first, then the rest"),
        ("TLP103", "`redacted_thinking` that is left out, or a filter that keeps some deliberation only"),
        ("TLP108", "the first thinking block dropped for its empty text"),
        ("TLP102", "a turn made again by hand with its parts in another order"),
    ),
    _explained(
        errors.THINKING_MODIFIED,
        "The thinking of the latest turn is not what was received: edited, reordered, left out in part or made again.",
        ("TLP302", "strip(), replace(), slices or a sanitizer on the text of thinking"),
        ("TLP103", "`redacted_thinking` that is left out or made again while `thinking` goes back"),
        ("TLP108", "thinking with empty text that is dropped: `if block.thinking`"),
        ("TLP106", "thinking blocks that are joined, moved to the front or put before another turn"),
        ("TLP502", "an accumulator of stream events that loses a piece, or glues two blocks together"),
        ("TLP301", "a thinking block that is made by hand"),
        ("TLP501", "a proxy that puts the text into content_block_start, where SDKs do not look for it"),
    ),
    _explained(
        errors.SIGNATURE_INVALID,
        "The signature is not the one of this text: the block was edited, joined with another, or made by hand.",
        ("TLP302", "strip(), replace() or a sanitizer on the text or the signature, also in a stored turn"),
        ("TLP301", "a thinking block with a made-up signature, or from another provider"),
        ("TLP502", "an accumulator that appends signature_delta to another block's signature, or loses a text delta"),
        ("TLP106", "several thinking blocks joined under one signature"),
        ("TLP503", "a stream that broke off and is replayed with an unfinished block"),
        ("TLP501", "a proxy that puts the text into content_block_start: what was stored meanwhile is empty"),
    ),
    _explained(
        errors.DATA_INVALID,
        "The data of a redacted block are not what was received.",
        ("TLP103", "a `redacted_thinking` block made again with other data: its text, a signature, a placeholder"),
        ("TLP302", "a sanitizer that walks all strings of the history"),
        ("TLP301", "a redacted block made by hand"),
    ),
    _explained(
        errors.THINKING_DISABLED,
        "Thinking is switched off in this request, and its last message is an assistant's that holds thinking.",
        ("TLP407", "the thinking setting changes between the requests of one tool loop"),
        ("TLP110", "a paused turn that is sent again with other settings"),
    ),
    _explained(
        errors.THINKING_EMPTY,
        "An endpoint that speaks this API wants text in each thinking block: the real one accepts empty, signed ones.",
        ("TLP301", "a thinking block that is made by hand as a placeholder"),
        ("TLP501", "a proxy that puts the text into content_block_start, so that what is stored is empty"),
        ("TLP502", "an accumulator of stream events that keeps the signature and loses the text"),
        (_OUTSIDE, "a proxy between you and the provider that refuses what the provider sends"),
    ),
    _explained(
        errors.FINAL_THINKING,
        "An assistant turn ends with thinking: what came after it is missing.",
        ("TLP503", "a stream that broke off after its thinking and is replayed"),
        ("TLP106", "thinking that is put behind the rest, or into a message of its own"),
        ("TLP101", "a filter that keeps thinking and drops the calls"),
        ("TLP208", "a turn that ended with max_tokens inside of its thinking"),
    ),
    _explained(
        errors.UNSIGNED,
        "A thinking block comes back without its signature.",
        ("TLP303", "thinking made again from its text alone, or a dump that leaves `signature` out"),
        ("TLP502", "an accumulator of stream events that drops signature_delta"),
        ("TLP301", "a thinking block that is made by hand"),
        ("TLP503", "a stream that broke off before the signature came"),
    ),
    _explained(
        errors.DATA_REQUIRED,
        "A `redacted_thinking` block comes back without its data.",
        ("TLP103", "a redacted block made again from its type, or with its data in another field"),
        ("TLP502", "an accumulator of stream events that starts each block empty: redacted ones come complete"),
    ),
    _explained(
        errors.UNANSWERED,
        "A call of an assistant turn has no result at the beginning of the next message.",
        (
            "TLP203",
            "a path through the loop over the calls that appends no result: unknown tool, `continue`, exception",
        ),
        ("TLP201", "`calls[0]`, `next(...)` or a `break` after the first call: a turn can hold several"),
        ("TLP205", "text before the results, or a user message between the turn and its results"),
        ("TLP402", "a history that is cut between a turn and its results"),
        ("TLP204", "a result with another id than the call's"),
        ("TLP208", "a turn that was cut off (max_tokens, refusal) and is kept with its calls"),
    ),
    _explained(
        errors.RESULTS_MISSING,
        "The message after a turn with calls does not begin with one result for each of them (an older wording).",
        ("TLP203", "a path through the loop over the calls that appends no result"),
        ("TLP201", "only the first call is answered"),
        ("TLP202", "one message for each result: all of a turn's results belong in one"),
        ("TLP205", "text before the results"),
        ("TLP402", "a history that is cut between a turn and its results"),
    ),
    _explained(
        errors.UNEXPECTED_RESULT,
        "A result answers a call that is not in the message before it.",
        ("TLP402", "a history that is cut so that a result is left without its turn: `[-n:]`, `pop(0)`"),
        ("TLP105", "results that are sent without the turn that asked for them"),
        ("TLP204", "a result with another id than the call's: a name, a new uuid, another call's"),
        ("TLP104", "a turn that goes back as text only, so that its calls are gone"),
        ("TLP101", "a filter that drops `tool_use` from the turn"),
        ("TLP202", "the turn or its results are appended again for each call"),
        ("TLP207", "a call that is answered a second time later"),
    ),
    _explained(
        errors.DUPLICATE_RESULT,
        "One call has two results.",
        ("TLP207", "a retry or an error path that appends a second result"),
        ("TLP202", "results that are appended again with each call"),
        ("TLP204", "one call's id used for the results of several"),
    ),
    _explained(
        errors.DUPLICATE_CALL,
        "The same call stands twice in the request.",
        ("TLP202", "the whole turn is appended again for each of its calls"),
        ("TLP106", "a turn that is cut into a message for each call"),
        ("TLP502", "an accumulator of stream events that appends a block at its start and again at its stop"),
        (_OUTSIDE, "a turn that is stored by two parts of the program, or read back from storage twice"),
    ),
    _explained(
        errors.RESULT_ID_REQUIRED,
        "A result does not say which call it answers.",
        ("TLP204", "a result under `id` or `call_id`, or with an id that is None"),
    ),
    _explained(
        errors.CALL_ID_SPELLED,
        "A call's id is none that this API gives: it comes from another provider, or is empty.",
        ("TLP204", "an id that is made up, or read from the wrong field"),
        (_OUTSIDE, "a conversation that was begun with another provider's model: its ids have to be mapped, both ways"),
    ),
    _explained(
        errors.SERVER_UNRESOLVED,
        "A call of one of the provider's own tools comes back without the result that came with it.",
        ("TLP101", "a filter that knows text, thinking and tool_use only"),
        ("TLP102", "blocks made again by hand: `*_tool_result` has no way through"),
        ("TLP110", "a paused turn (`pause_turn`) that something else is put after"),
        ("TLP502", "an accumulator of stream events that drops blocks without deltas"),
        (_OUTSIDE, "`tools` of the request without the server tool that the turn has used"),
    ),
    _explained(
        errors.SERVER_UNEXPECTED,
        "The result of one of the provider's own tools comes back without its call.",
        ("TLP101", "a filter that drops `server_tool_use`"),
        ("TLP102", "blocks made again by hand: `server_tool_use` has no way through"),
        ("TLP106", "blocks that are sorted or regrouped: the call has to stand before its result"),
        ("TLP402", "a history that is cut inside of a turn"),
    ),
    _explained(
        errors.EMPTY_MESSAGE,
        "A message has no content.",
        ("TLP403", "a filter or sanitizer that can leave `content: []`: the message has to go as a whole"),
        ("TLP101", "a filter over a turn that holds only what it drops"),
        ("TLP503", "a stream that broke off before its first block"),
        (_OUTSIDE, "an empty answer that is appended as it is: leave it out and ask again"),
    ),
    _explained(
        errors.EMPTY_TEXT,
        "A text block is empty.",
        ("TLP102", 'a text block that is made although the turn has no text: `{"type": "text", "text": text or ""}`'),
        ("TLP104", "a turn of calls that is stored as its text, which is empty"),
        ("TLP403", "a sanitizer that empties text blocks instead of taking them out"),
        (_OUTSIDE, "a tool's empty output or a user's empty input in a text block"),
    ),
    _explained(
        errors.ROLES_ALTERNATE,
        "Two messages of one role follow each other: the real API has joined them since 2024, this endpoint does not.",
        ("TLP202", "one user message for each result"),
        ("TLP105", "a turn that is missing between two user messages"),
        ("TLP106", "a turn that is cut into a message for each call"),
    ),
    _explained(
        errors.FIRST_ROLE,
        "The history begins with an assistant's message.",
        ("TLP402", "a history that is cut at its head by count: `[-n:]`, `pop(0)`"),
    ),
    _explained(
        errors.INPUT_NOT_DICT,
        "The input of a call is no object.",
        ("TLP502", "an accumulator of stream events that keeps input_json_delta as a string and never parses it"),
        ("TLP102", "a call made again with `json.dumps(block.input)`, as other providers want it"),
        ("TLP503", "a stream that broke off inside of a call's input"),
    ),
    _explained(
        errors.NOT_PERMITTED,
        "The turn holds a block that the API gives but does not take back, or one that only user messages have.",
        (_OUTSIDE, "`container_upload` in a turn that is replayed: this block alone has to be taken out"),
        ("TLP102", "an image or document put into an assistant's message"),
    ),
    _explained(
        errors.CLIENT_FIELD,
        "A block has a field that only the SDK's objects have, or only turns of another beta.",
        ("TLP109", "`model_dump()` of blocks: hand the object itself back, or use to_dict() or to_param()"),
        (_OUTSIDE, "a turn of a beta that is replayed without its beta header"),
    ),
    _explained(
        errors.BINDING_FIELD,
        "`thinking.block_binding` needs a beta header.",
        (_OUTSIDE, f'a request without `betas=["{errors.BINDING_BETA}"]`'),
    ),
    _explained(
        errors.FIELD_REQUIRED,
        "A block or the request lacks a field that it needs.",
        ("TLP102", "a block made again by hand that forgets one of its fields"),
        ("TLP502", "an accumulator of stream events that starts each block empty"),
        (_OUTSIDE, "the request itself: `model`, `max_tokens` and `messages` are needed"),
    ),
    _explained(
        errors.EXTRA_FIELD,
        "A block or the request has a field that is not known here.",
        ("TLP109", "`model_dump()` of blocks: hand the object itself back, or use to_dict() or to_param()"),
        ("TLP102", "a block made again by hand with a field of your own"),
        (_OUTSIDE, "a field that needs a beta header, or is none of this API"),
    ),
    _explained(
        errors.BAD_JSON,
        "The body of the request is no JSON object.",
        (_OUTSIDE, "a body that is put together as text, or a NaN or Infinity in a tool's output"),
    ),
    _explained(
        errors.TOO_LARGE,
        "The request is too large.",
        ("TLP202", "the whole turn is appended again for each of its calls, so that the history grows too fast"),
        (_OUTSIDE, "images and tool outputs that are kept in full: cut a history by whole cycles only"),
    ),
)
"""All refusals of `anthropic_errors.ERRORS`, in its order: one that holds another comes before it."""
