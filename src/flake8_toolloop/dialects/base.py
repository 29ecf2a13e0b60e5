"""What a dialect's table holds: one provider API's spelling of turns, blocks, calls and results."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Kind:
    """One kind of block: its discriminator, its fields, the SDK's classes for it."""

    name: str
    fields: tuple[str, ...]
    classes: tuple[str, ...] = ()
    deliberation: bool = False
    server: bool = False
    """Made by the provider's own tools: in a turn only where such a tool was offered."""
    refused: bool = False
    """The API refuses it in an assistant turn: taking it out is right."""
    boundary: bool = False
    """What stands before it may go."""


@dataclass(frozen=True)
class Delta:
    """One kind of delta in a stream: the piece of a block that it brings."""

    name: str
    kind: str
    """The kind of block that it adds to."""
    field: str
    """Its own field, which holds the piece."""
    into: str
    """The block's field that the piece belongs to."""
    classes: tuple[str, ...] = ()
    helper: str | None = None
    """The event by which the SDK's stream helper tells of the same piece."""
    once: bool = False
    """It comes whole: a block gets one of it."""
    how: str = "add"
    """What a reader does with the piece: ``add`` text, ``append`` to a list, ``parse`` the JSON of all pieces,
    ``set`` what came whole."""
    also: tuple[str, ...] = ()
    """Further kinds that it adds to; these may come whole with their start as well."""
    empty: str | None = ""
    """What a start has in the place of a text that is still to come."""


@dataclass(frozen=True)
class Events:
    """How a streamed response arrives: each block starts, gets its deltas, and stops.

    A kind that no delta adds to comes whole with its start.
    """

    start: str
    piece: str
    """The event that brings a delta."""
    stop: str
    end: str
    block: str
    """The start's field that holds the block as it begins."""
    delta: str
    """The piece's field that holds the delta."""
    snapshot: str
    """The end's field that holds the whole response where the SDK's helper sends it."""
    deltas: tuple[Delta, ...]
    partial: tuple[str, ...] = ()
    """Attributes of the SDK's helper that give what has come so far."""
    others: tuple[str, ...] = ()
    """Events that bring nothing of a block."""
    classes: dict[str, str] = field(default_factory=dict)
    """The SDK's classes of the events."""
    opening: str = ""
    """The event that opens the stream, and holds the response with nothing in it."""
    closing: str = ""
    """The event that brings what is known at the end of the response."""
    closing_fields: tuple[str, ...] = ()
    """The response's fields that its delta may bring."""
    closing_besides: tuple[str, ...] = ()
    """Those that stand beside its delta."""
    unknown_at_first: tuple[str, ...] = ()
    """Those of them that are null until then."""
    silent: tuple[str, ...] = ()
    """Events that may come anywhere and say nothing."""
    error: str = ""
    """The event that ends a stream with an error."""
    rare: tuple[Delta, ...] = ()
    """Deltas of kinds that no program has to read by hand."""

    @property
    def types(self) -> frozenset[str]:
        """The types of events and of deltas: none of them is a kind of block."""
        return frozenset((self.start, self.piece, self.stop, self.end, *self.others, *(d.name for d in self.deltas)))

    def deltas_of(self, kind: str) -> tuple[Delta, ...]:
        return tuple(d for d in self.deltas if d.kind == kind)

    def brings(self, kind: str) -> tuple[Delta, ...]:
        """All deltas that may come for a kind of block."""
        return tuple(d for d in (*self.deltas, *self.rare) if kind == d.kind or kind in d.also)

    def named(self, name: str) -> Delta | None:
        return next((d for d in self.deltas if d.name == name), None)


@dataclass(frozen=True)
class Loss:
    """What the provider does about a loss: ``rejected``, ``silent`` or ``harmless``, in words, with its source."""

    effect: str
    text: str
    source: str


@dataclass(frozen=True)
class Endpoint:
    """A server that speaks a dialect with a reasoning field of its own, and what in the code says that it is used."""

    name: str
    hosts: tuple[str, ...] = ()
    """Parts of its address."""
    models: tuple[str, ...] = ()
    """Beginnings of its models' names."""
    modules: tuple[str, ...] = ()
    """Clients that speak to it."""
    variables: tuple[str, ...] = ()
    """Names of environment variables for its address or key."""
    fields: tuple[str, ...] = ()
    """The fields of a message that carry the reasoning: one of them has to go back."""
    together: tuple[str, ...] = ()
    """Those that go back beside the first of them."""
    request_fields: tuple[str, ...] = ()
    """Fields of a request that no other endpoint has."""
    rejects: bool = False
    """It refuses the next request where the field is missing; others accept that in silence."""
    even_empty: bool = False
    """The field has to go back even where it is empty."""
    refuses: bool = False
    """It refuses the reasoning field in a request: leaving it out is right."""
    source: str = ""


@dataclass(frozen=True)
class Dialect:
    """A provider's Messages-like API as data (facts: each with its source in the module that fills it in)."""

    name: str
    title: str
    version: str
    modules: tuple[str, ...]
    """Top-level modules whose import settles the dialect."""
    calls: tuple[str, ...]
    """Dotted endings of calls that return a response."""
    streams: tuple[str, ...]
    """Dotted endings of calls that return a stream helper."""
    final: tuple[str, ...]
    """Methods and attributes of a stream helper that give the response."""
    urls: tuple[str, ...]
    """Endings of the address of raw requests."""
    unit: tuple[str, ...]
    """The path from a response to the unit."""
    response_types: tuple[str, ...]
    block_types: tuple[str, ...]
    message_types: tuple[str, ...]
    kinds: tuple[Kind, ...]
    text: str
    call: str
    result: str
    result_classes: tuple[str, ...]
    result_id: str
    result_type: str
    assistant: str
    user: str
    input_kinds: tuple[str, ...]
    """Kinds of block that only requests have, in user messages mostly."""
    response_keys: tuple[str, ...]
    """Keys that a response has and a message of a request never."""
    foreign_steps: tuple[str, ...]
    """Steps on the way to another provider's turn."""
    models_without_reasoning: tuple[str, ...]
    """Beginnings of the names of models that never return deliberation."""
    switch: str
    """The request's field that switches deliberation on and off."""
    switched_off: str
    serial: str
    """The request's field that switches parallel calls off."""
    stop_field: str
    open_stops: tuple[str, ...]
    """Stop reasons after which the turn is not the final answer."""
    one_message: bool
    """All results of a turn belong in one message."""
    conversions: tuple[str, ...]
    """Sanctioned whole-turn and whole-block conversions."""
    signature: str
    response_type: str = ""
    """The ``type`` that a response says it has, which a message of a request never does."""
    record_keys: tuple[str, ...] = ()
    """Keys that a project's own record of a message has and a message of a request never."""
    counts: tuple[str, ...] = ()
    """Dotted endings of calls that only measure a history."""
    dumps: tuple[str, ...] = ()
    """Conversions of the SDK's objects that add fields which were never received."""
    clean_dumps: tuple[str, ...] = ()
    """Their arguments that leave those fields out again."""
    server_tools: tuple[str, ...] = ()
    """Beginnings of the types of tools that the provider runs itself: a turn with them may be paused."""
    pausing: tuple[tuple[str, str], ...] = ()
    """Further fields of a request, at any depth, with which a turn may be paused, each with the stop reason."""
    paused: str = ""
    """The stop reason of a turn that has to be sent again to be finished."""
    cut_stops: tuple[str, ...] = ()
    """Stop reasons after which the turn's calls are not to be run."""
    system: str = "system"
    tools: str = "tools"
    messages: str = "messages"
    model: str = "model"
    """The request's fields for what stands before the messages, for them, and for the model."""
    prefix_checked: tuple[str, ...] = ()
    """Beginnings of the names of models for which the provider checks what stands before deliberation."""
    forgetful: tuple[str, ...] = ()
    """Beginnings of the names of models for which the provider itself drops the deliberation of closed cycles."""
    editing: tuple[str, ...] = ()
    """The request's fields that make the provider edit or hold the history itself."""
    refuses_empty: bool = False
    """A message without content is refused."""
    parameter_suffix: str = ""
    """What the names of the SDK's block parameters end with."""
    wire_words: tuple[str, ...] = ()
    """Strings that only this dialect's wire has."""
    wire_keys: tuple[tuple[str, ...], ...] = ()
    """Keys that together stand in no other dialect's dicts."""
    deliberation_words: tuple[str, ...] = ("think", "reason", "redact", "thought")
    """Words in the names of neutral types that stand for deliberation: weak evidence, used only to stay silent."""
    clients: tuple[str, ...] = ()
    """Modules of clients whose import does not settle the dialect by itself."""
    switches_off: tuple[tuple[str, object], ...] = ()
    """Arguments of a request, with their values, that switch reasoning off."""
    body_switches_off: tuple[tuple[str, object], ...] = ()
    """The same, as keys in the further body of a request."""
    serial_value: bool = True
    """The value with which it does."""
    functions: tuple[str, ...] = ()
    """Qualified names of functions that return a response."""
    methods: tuple[tuple[str, str], ...] = ()
    """Methods that return a response where they are given messages, each with the client's module."""
    shortcut: str = ""
    """The field by which some servers give the unit at once."""
    whole_message: bool = False
    """The unit is a message, whose fields carry the turn, and not a list of blocks."""
    piece: str = ""
    """The step by which a stream's event gives a piece of the unit."""
    summed_fields: tuple[str, ...] = ()
    """Fields with deliberation whose pieces are texts that are added up."""
    calls_field: str = ""
    old_calls_field: str = ""
    old_result: str = ""
    """The same, and the role of results, before a turn could hold several calls."""
    delta: str = ""
    """The field of a stream's chunk that holds a piece of the message."""
    delta_index: str = ""
    """The field of a call in it that says which call it belongs to."""
    told_as: tuple[str, ...] = ()
    """Types of the events by which a stream is told to somebody else's client: whoever makes them is a proxy."""
    text_field: str = ""
    deliberation_fields: tuple[str, ...] = ()
    """Fields of the message that may carry reasoning, of all endpoints."""
    reasoning_texts: tuple[str, ...] = ()
    """Those that hold the reasoning as a text, and nothing else has that name."""
    telling_fields: tuple[str, ...] = ()
    """Those whose very name says that an endpoint with reasoning is spoken to."""
    endpoints: tuple[Endpoint, ...] = ()
    numbering: tuple[str, ...] = ()
    """Clients of servers that refuse a result without its call's id."""
    idless: tuple[str, ...] = ()
    """Modules, and parts of addresses, of servers whose calls have no ids."""
    choice: str = ""
    """The request's field that may force a call."""
    server_held: tuple[str, ...] = ()
    """Words that stand where the provider keeps the conversation: requests send only what is new."""
    runners: tuple[str, ...] = ()
    """Dotted endings of calls that return a tool runner: it keeps the history itself."""
    runner_append: str = ""
    """The method that gives it messages: it then leaves the round's history to the program."""
    runner_changes: tuple[str, ...] = ()
    """Other methods that change its messages."""
    runner_results: tuple[str, ...] = ()
    """Methods that give the message with the round's results."""
    losses: dict[str, Loss] = field(default_factory=dict)
    events: Events | None = None
    """How it streams; None where its streams are not read."""

    def kind(self, name: str) -> Kind | None:
        return next((k for k in self.kinds if k.name == name), None)

    def kind_of_class(self, cls: str) -> Kind | None:
        return next((k for k in self.kinds if cls in k.classes), None)

    @property
    def content_field(self) -> str:
        """The field of a message that holds its text or its blocks."""
        return self.text_field or self.unit[-1]

    @property
    def deliberation(self) -> tuple[str, ...]:
        return tuple(k.name for k in self.kinds if k.deliberation)
