"""The story of a file: what was requested, received, replayed, answered, made and edited, and the facts that silence.

Rules read a story and never walk a tree. A recorded transcript is told as the same story (``transcripts.story``).
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from flake8_toolloop.dialects.base import Dialect
from flake8_toolloop.findings import Confidence, Related, Span
from flake8_toolloop.flow.fates import Fates
from flake8_toolloop.flow.index import Scope, Where
from flake8_toolloop.flow.values import Root


@dataclass(eq=False)
class Evidence:
    """Why an event is believed, and the places that show it."""

    confidence: Confidence
    related: tuple[Related, ...] = ()


@dataclass(frozen=True, eq=False)
class Reordered:
    """How blocks that carry deliberation go back in another order than they came."""

    how: str
    """``sorted``, ``front``, ``regrouped``, ``per call``, ``remembered``, ``late``."""
    kept: str | None = None
    """Where the deliberation was remembered."""


@dataclass(eq=False)
class Replayed:
    """An assistant message enters a history or is made for the wire."""

    span: Span
    dialect: Dialect
    alternatives: list[Fates]
    evidence: Evidence
    content_node: ast.AST | None = None
    message_node: ast.AST | None = None
    assistant: bool = True
    """The role is the assistant's; False where it is computed."""
    raw_alternative: bool = False
    """The whole turn rides along: a path replays it as it came."""
    only_shown: bool = False
    """What is made goes to a screen, a log or a record of the project's own."""
    cycle_open: bool = False
    """Calls of the turn are answered after it, or a request follows while calls may be open."""
    raises: bool = False
    """The chain that makes the blocks raises for the deliberation that it lets fall."""
    raises_empty: bool = False
    """It raises for deliberation with empty text."""
    flattened: bool = False
    """Text of a turn whose calls are answered afterwards."""
    gate: Span | None = None
    """The test that drops deliberation with empty text."""
    gate_node: ast.AST | None = None
    constant: bool = False
    """Made of constants: few-shot or test data."""
    asleep: str | None = None
    """Why the fault sleeps: thinking is switched off, or the model does not reason."""
    where: Where | None = None
    sites: tuple[ast.Call, ...] = ()
    place: tuple[Scope, str] | None = None
    """The list that takes the message, with the function that it belongs to."""
    streamed: bool = False
    """Its blocks are put together by a reader of stream events, which is told of by itself."""
    leftover: bool = False
    """A list of blocks that no message of the file takes: the message is made elsewhere."""
    reordered: Reordered | None = None
    """The blocks go back in another order, or beside another turn."""
    carrier: Scope | None = None
    """The class of the project's own whose instances hold the calls that it is made of."""


@dataclass(eq=False)
class FieldsDropped:
    """An assistant message is made by hand without the reasoning field that its endpoint needs."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    missing: str
    """The field that has to go back; empty where only the run decides which endpoint it is."""
    endpoint: str
    read: bool
    """The code handles the field elsewhere."""
    kept: tuple[str, ...] = ()
    """Other reasoning fields that the message has."""
    empty: bool = False
    """Only a field that is empty is left out, and the endpoint wants it even then."""
    rejected: bool = False
    """The endpoint refuses the next request; otherwise the loss is silent."""
    node: ast.AST | None = None
    """The message, or the test that leaves an empty field out."""


@dataclass(eq=False)
class Answered:
    """A result block is made."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    picked: Span | None = None
    """Where one call was taken out of several, when the result answers only that one."""
    picked_node: ast.AST | None = None
    picked_text: str = ""
    serial: bool = False
    """The request switches parallel calls off (which some servers do not heed)."""
    single_guarded: bool = False
    """A guard says that there is only one call."""
    others_answered: bool = False
    split: Span | None = None
    """The message's append in the loop over calls, when each result gets a message of its own."""
    split_node: ast.AST | None = None
    loop_node: ast.AST | None = None
    in_converter: bool = False
    merged: bool = False
    """Neighbouring messages are joined later."""
    result_node: ast.AST | None = None
    message_node: ast.AST | None = None
    piece: bool = False
    """The call is one of a stream's delta."""
    misnamed: bool = False
    """It carries another call's id, which is more than that others get no result."""


@dataclass(eq=False)
class Misnamed:
    """A result (or a call of the project's own) carries an id that is not its call's."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    why: str
    node: ast.expr
    """The id."""
    result_node: ast.AST | None = None


@dataclass(eq=False)
class Belated:
    """Results stand behind something else in the answer to their turn."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    why: str
    node: ast.AST
    message_node: ast.AST | None = None
    before: tuple[ast.AST, ...] = ()
    """What stands before the results."""


@dataclass(eq=False)
class Deliberated:
    """A deliberation block is made by hand, or changed."""

    span: Span
    dialect: Dialect
    kind: str
    evidence: Evidence
    forged: str | None = None
    """Why it cannot be the model's: a constant signature, a text from elsewhere."""
    edited: Span | None = None
    edited_text: str = ""
    unsigned: bool = False
    node: ast.AST | None = None
    edit_node: ast.AST | None = None
    replay: Replayed | None = None
    """The replay that the block stands in."""
    source_text: str | None = None
    """The received block in reach, as source text."""


@dataclass(eq=False)
class TurnMissing:
    """What came of a turn's calls is sent, the turn itself never is."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    roots: frozenset[Root]
    """The requests that gave the turn."""
    told: bool
    """The outcome is told as text: there are no results that the provider could refuse."""
    where: Where
    place: str | None = None
    """The history; None where the message stands in the request itself."""
    node: ast.AST | None = None
    """What puts the message into the history."""
    message_node: ast.AST | None = None
    runner: str | None = None
    """The method of the SDK's tool runner that is given messages without the turn."""
    turn: str | None = None
    """The name that holds the turn there."""


@dataclass(eq=False)
class KeptInPart:
    """A reader keeps signed deliberation (text and signature) of a response and lets the sealed kind fall."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    kept: str
    dropped: str


@dataclass(eq=False)
class StreamRead:
    """A reader of stream events builds a turn with calls, and lets deliberation fall on the way."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    lost: tuple[str, ...]
    """The deltas, or the kinds of block, that it has no place for."""
    shared: str | None = None
    """The one place that all blocks' pieces of deliberation go to."""
    unfinished: str | None = None
    """The block that is made without its text when only its signature comes."""
    asleep: str | None = None
    reader: Scope | None = None
    chain: ast.If | None = None
    """The tests on the delta's type."""
    starts_whole: bool = False
    """Blocks are kept as they start: each has its fields, to be filled in."""
    replay: Replayed | None = None
    """The replay of what it puts together, in this file."""


@dataclass(eq=False)
class StreamMade:
    """Events of a stream are made, and a block starts with what only deltas may bring."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    kind: str
    node: ast.AST | None = None
    """The start event."""
    block: ast.expr | None = None
    alone: bool = False
    """No block of another kind starts here."""


@dataclass(eq=False)
class BrokenReplayed:
    """What a stream had brought when it broke off is replayed, unfinished deliberation and all."""

    span: Span
    dialect: Dialect
    evidence: Evidence


@dataclass(eq=False)
class LoneCall:
    """A history takes one call at a time as a turn of its own: what else the turn holds has no way in."""

    span: Span
    dialect: Dialect
    evidence: Evidence


@dataclass(eq=False)
class CallsCut:
    """A received turn goes back with one of its calls."""

    span: Span
    dialect: Dialect
    evidence: Evidence


@dataclass(eq=False)
class Worded:
    """Of a message with calls only words go back, and its calls are answered."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    node: ast.AST | None = None


@dataclass(eq=False)
class OpenCall:
    """A path on which a call gets no result while the history lives on."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    why: str
    node: ast.AST | None = None
    loop_node: ast.AST | None = None
    """The loop over the calls, where there is one."""


@dataclass(eq=False)
class Cut:
    """Messages are taken out of a history by count or size."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    how: str
    """``slice``, ``pop``, ``popleft``, ``del``, ``deque``."""
    cycle_open: bool = False
    """It runs between the requests of one cycle."""
    leads_in: bool = False
    """It runs before the first request of a cycle, when the new question is already in the list."""
    at_turn_boundary: bool = False
    """The code looks at the messages to find where it may cut."""
    orphans_dropped: bool = False
    """What has lost its call or its result is taken out, filled in or replaced."""
    node: ast.AST | None = None


@dataclass(eq=False)
class AnsweredTwice:
    """A path on which a call gets a second result."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    node: ast.AST | None = None


@dataclass(eq=False)
class Stripped:
    """Deliberation is taken out of stored turns."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    kinds: tuple[str, ...] = ()
    """The kinds that fall; none where only blocks without a signature do."""
    unsigned: bool = False
    cycle_open: bool = False
    """The list is sent between the requests of one cycle."""
    closed_only: bool = False
    """The place of a message decides: older cycles may be meant."""
    switched: bool = False
    """For another provider or model, or in a second try after a refusal."""
    node: ast.AST | None = None


@dataclass(eq=False)
class Saved:
    """A transcript is saved with less than it has, and loaded to be sent again."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    lost: str
    """What is not saved, in words."""
    node: ast.AST | None = None


@dataclass(eq=False)
class Changed:
    """Something that the next request of the same cycle sends differently."""

    span: Span
    what: str
    """What it is, in words."""
    why: str
    """How it comes that it differs, in words."""
    evidence: Evidence


@dataclass(eq=False)
class Requested:
    """A request of a tool loop, with what is known of it and of its cycle."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    node: ast.Call
    models: tuple[str, ...] = ()
    """The models that it may go to, where all of them are constants in sight."""
    deliberates: bool | None = None
    """Whether deliberation is switched on; None where that is not in sight."""
    rewritten: list[Changed] = field(default_factory=list)
    """What stands before the turn and is not the same for each request of the cycle."""
    switched: list[Changed] = field(default_factory=list)
    """How the setting of deliberation differs between the requests of the cycle."""
    pauses: str | None = None
    """The stop reason with which its turn may be paused."""
    paused_by: str = ""
    """What of the request may pause the turn."""
    ends: Span | None = None
    """The test that takes a paused turn for the final answer."""
    runs_cut: Span | None = None
    """Where calls of a turn are taken that was cut off."""
    runs_how: str = ""
    carried_on: Span | None = None
    """Where closed turns are kept whole for requests that make nothing of their deliberation."""


@dataclass(eq=False)
class LossyClient:
    """A client that has no way for the deliberation of the provider that it talks to."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    client: str
    why: str
    effect: str


@dataclass(eq=False)
class Emptied:
    """A message may go back with an empty content."""

    span: Span
    dialect: Dialect
    evidence: Evidence
    what: str
    """``turn``, ``results``, ``stored``."""
    node: ast.AST | None = None


@dataclass(eq=False)
class FoundLoop:
    """A tool loop, and whether its turn was seen to go back whole."""

    span: Span
    function: str
    whole: bool
    reason: str
    reason_line: int | None
    first: int
    last: int
    """The lines of the function."""
    replays: tuple[Replayed, ...] = ()


@dataclass(eq=False)
class Story:
    """All events of one file or one transcript."""

    dialect: Dialect
    replays: list[Replayed] = field(default_factory=list)
    fields_dropped: list[FieldsDropped] = field(default_factory=list)
    answers: list[Answered] = field(default_factory=list)
    deliberations: list[Deliberated] = field(default_factory=list)
    missing: list[TurnMissing] = field(default_factory=list)
    kept: list[KeptInPart] = field(default_factory=list)
    misnamed: list[Misnamed] = field(default_factory=list)
    belated: list[Belated] = field(default_factory=list)
    lone_calls: list[LoneCall] = field(default_factory=list)
    calls_cut: list[CallsCut] = field(default_factory=list)
    worded: list[Worded] = field(default_factory=list)
    open_calls: list[OpenCall] = field(default_factory=list)
    twice: list[AnsweredTwice] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)
    stream_reads: list[StreamRead] = field(default_factory=list)
    streams_made: list[StreamMade] = field(default_factory=list)
    broken: list[BrokenReplayed] = field(default_factory=list)
    stripped: list[Stripped] = field(default_factory=list)
    saved: list[Saved] = field(default_factory=list)
    emptied: list[Emptied] = field(default_factory=list)
    loops: list[FoundLoop] = field(default_factory=list)
    requests: list[Requested] = field(default_factory=list)
    clients: list[LossyClient] = field(default_factory=list)
