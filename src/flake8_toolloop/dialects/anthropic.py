"""Anthropic Messages: the table.

Facts: contracts of the provider as read on 2026-11-30 (anthropic 2.14.0, platform docs).
"""

from __future__ import annotations

from flake8_toolloop.dialects.base import Delta, Dialect, Events, Kind, Loss


def _classes(stem: str) -> tuple[str, ...]:
    """The SDK's spellings of a block class: response and parameter, general and beta."""
    return (stem, f"{stem}Param", f"Beta{stem}", f"Beta{stem}Param", f"Parsed{stem}", f"ParsedBeta{stem}")


def _server(name: str, stem: str) -> Kind:
    return Kind(name, ("type", "tool_use_id", "content"), _classes(stem), server=True)


KINDS = (
    Kind("text", ("type", "text", "citations"), _classes("TextBlock")),
    Kind("tool_use", ("type", "id", "name", "input", "caller", "toolset_name"), _classes("ToolUseBlock")),
    Kind("thinking", ("type", "thinking", "signature"), _classes("ThinkingBlock"), deliberation=True),
    Kind("redacted_thinking", ("type", "data"), _classes("RedactedThinkingBlock"), deliberation=True),
    Kind("server_tool_use", ("type", "id", "name", "input", "caller"), _classes("ServerToolUseBlock"), server=True),
    _server("web_search_tool_result", "WebSearchToolResultBlock"),
    _server("web_fetch_tool_result", "WebFetchToolResultBlock"),
    _server("code_execution_tool_result", "CodeExecutionToolResultBlock"),
    _server("mcp_tool_result", "MCPToolResultBlock"),
    Kind("mcp_tool_use", ("type", "id", "name", "input", "server_name"), _classes("MCPToolUseBlock"), server=True),
    Kind("container_upload", ("type", "file_id"), _classes("ContainerUploadBlock"), server=True, refused=True),
    Kind(
        "compaction", ("type", "content", "encrypted_content"), _classes("CompactionBlock"), server=True, boundary=True
    ),
    Kind("fallback", ("type", "from", "to", "trigger"), _classes("FallbackBlock"), server=True, boundary=True),
)


def _delta(
    name: str,
    kind: str,
    field: str,
    into: str,
    stem: str,
    helper: str | None = None,
    *,
    how: str = "add",
    also: tuple[str, ...] = (),
    empty: str | None = "",
) -> Delta:
    return Delta(name, kind, field, into, (stem, f"Beta{stem}"), helper, how == "set", how, also, empty)


def _compacted(field: str) -> Delta:
    return _delta("compaction_delta", "compaction", field, field, "CompactionContentBlockDelta", how="set", empty=None)


def _event_classes() -> dict[str, str]:
    """The SDK's classes of the events: as they come, as the helper sends them, general and beta."""
    stems = {
        "ContentBlockStart": "content_block_start",
        "ContentBlockDelta": "content_block_delta",
        "ContentBlockStop": "content_block_stop",
        "MessageStart": "message_start",
        "MessageDelta": "message_delta",
        "MessageStop": "message_stop",
    }
    return {f"{prefix}{stem}Event": name for stem, name in stems.items()
            for prefix in ("", "Raw", "Beta", "BetaRaw", "Parsed", "ParsedBeta")}  # fmt: skip


# As of anthropic 2.14.0, accumulate_event; https://platform.claude.com/docs/en/build-with-claude/streaming
EVENTS = Events(
    start="content_block_start",
    piece="content_block_delta",
    stop="content_block_stop",
    end="message_stop",
    block="content_block",
    delta="delta",
    snapshot="message",
    deltas=(
        _delta("text_delta", "text", "text", "text", "TextDelta", "text"),
        _delta("citations_delta", "text", "citation", "citations", "CitationsDelta", "citation", how="append"),
        _delta(
            "input_json_delta",
            "tool_use",
            "partial_json",
            "input",
            "InputJSONDelta",
            "input_json",
            how="parse",
            also=("server_tool_use", "mcp_tool_use"),
        ),
        _delta("thinking_delta", "thinking", "thinking", "thinking", "ThinkingDelta", "thinking"),
        _delta("signature_delta", "thinking", "signature", "signature", "SignatureDelta", "signature", how="set"),
    ),
    partial=("current_message_snapshot",),
    others=("message_start", "message_delta", "ping", "error"),
    classes=_event_classes(),
    opening="message_start",
    closing="message_delta",
    closing_fields=("stop_reason", "stop_sequence", "stop_details", "container"),
    closing_besides=("context_management", "input_transformations"),
    unknown_at_first=("stop_reason", "stop_sequence", "stop_details"),
    silent=("ping",),
    error="error",
    rare=(_compacted("content"), _compacted("encrypted_content")),
)

ANTHROPIC = Dialect(
    name="anthropic",
    title="Anthropic Messages",
    version="2026-11-30",
    modules=("anthropic",),
    calls=("messages.create", "messages.parse", "with_raw_response.create", "with_raw_response.parse"),
    streams=("messages.stream",),
    final=("get_final_message", "current_message_snapshot", "until_done"),
    urls=("/v1/messages",),
    counts=("count_tokens",),
    refuses_empty=True,
    unit=("content",),
    response_types=("Message", "BetaMessage", "ParsedMessage", "ParsedBetaMessage"),
    block_types=("ContentBlock", "BetaContentBlock", "ParsedContentBlock"),
    message_types=("MessageParam", "BetaMessageParam"),
    kinds=KINDS,
    text="text",
    call="tool_use",
    result="tool_result",
    result_classes=("ToolResultBlockParam", "BetaToolResultBlockParam"),
    result_id="tool_use_id",
    result_type="tool_result",
    assistant="assistant",
    user="user",
    input_kinds=("tool_result", "image", "document", "search_result", "tool_reference"),
    response_keys=("stop_reason", "stop_sequence"),
    response_type="message",
    foreign_steps=("choices", "candidates"),
    models_without_reasoning=(
        "claude-1",
        "claude-2",
        "claude-instant",
        "claude-3-haiku",
        "claude-3-sonnet",
        "claude-3-opus",
        "claude-3-5-",
    ),
    switch="thinking",
    switched_off="disabled",
    serial="disable_parallel_tool_use",
    choice="tool_choice",
    server_held=("thread", "previous_message_id"),
    runners=("messages.tool_runner",),
    runner_append="append_messages",
    runner_changes=("set_messages_params",),
    runner_results=("generate_tool_call_response",),
    stop_field="stop_reason",
    open_stops=("tool_use", "max_tokens", "pause_turn", "model_context_window_exceeded"),
    one_message=True,
    conversions=("to_param", "to_dict", "model_dump", "dict", "model_copy", "copy"),
    signature="signature",
    dumps=("model_dump", "dict", "model_dump_json"),
    clean_dumps=("exclude_unset", "exclude_defaults", "exclude_none"),
    server_tools=("web_search_2", "web_fetch_2", "code_execution_2"),
    pausing=(("mcp_servers", "pause_turn"), ("pause_after_compaction", "compaction")),
    paused="pause_turn",
    cut_stops=("max_tokens", "refusal"),
    prefix_checked=("claude-fable-5-1", "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"),
    forgetful=(
        "claude-3-7-sonnet",
        "claude-sonnet-4-0",
        "claude-sonnet-4-2",
        "claude-sonnet-4-5",
        "claude-opus-4-0",
        "claude-opus-4-1",
        "claude-opus-4-2",
        "claude-haiku-4-5",
    ),
    editing=("context_management", "compaction", "thread"),
    parameter_suffix="BlockParam",
    wire_words=("tool_use", "tool_result", "redacted_thinking", "tool_use_id", "signature_delta", EVENTS.start),
    wire_keys=(("thinking", "signature"), ("tool_use_id",)),
    losses={
        "lost": Loss(
            "rejected or silent",
            "with thinking enabled the next request is refused (400); "
            "with adaptive thinking the loss is accepted in silence",
            "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ),
        "split": Loss(
            "silent",
            "accepted, but it teaches the model to stop calling tools in parallel",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/parallel-tool-use",
        ),
        "unanswered": Loss(
            "rejected",
            "400: `tool_use` ids were found without `tool_result` blocks immediately after",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        ),
        "empty": Loss(
            "rejected",
            "400: all messages must have non-empty content except for the optional final assistant message",
            "https://platform.claude.com/docs/en/api/messages",
        ),
        "order": Loss(
            "rejected",
            "400: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified",
            "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ),
        "orphaned": Loss(
            "rejected",
            "400: unexpected `tool_use_id` found in `tool_result` blocks",
            "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        ),
        "twice": Loss(
            "rejected",
            "400: each tool_use must have a single result. Found multiple `tool_result` blocks with id",
            "https://github.com/BerriAI/litellm",
        ),
        "signature": Loss(
            "rejected",
            "400: Invalid `signature` in `thinking` block",
            "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ),
        "unsigned": Loss(
            "rejected",
            "400: signature: Field required",
            "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ),
        "unread": Loss(
            "rejected or silent",
            "readers that follow the contract start with what the deltas bring: they store a turn that goes back "
            "without its text or signature",
            "https://platform.claude.com/docs/en/build-with-claude/streaming",
        ),
        "dumped": Loss(
            "silent",
            "accepted or refused by the day: an older SDK's dump brings 400: Extra inputs are not permitted",
            "https://github.com/moellere/WireStudio/pull/24",
        ),
        "paused": Loss(
            "silent",
            "the turn is not finished: its server tools are still at work, and the answer never comes",
            "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons",
        ),
        "cut": Loss(
            "silent",
            "a call that was cut off has incomplete input, and a refused turn is not to be acted on",
            "https://platform.claude.com/docs/en/build-with-claude/handling-stop-reasons",
        ),
        "prefix": Loss(
            "rejected",
            "400: Invalid `signature` in `thinking` block. The block is bound to a different conversation",
            "https://platform.claude.com/docs/en/build-with-claude/preserved-thinking",
        ),
        "toggled": Loss(
            "silent",
            "it silently disables thinking for that request, in the middle of the turn",
            "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ),
        "carried": Loss(
            "harmless",
            "the provider strips it before the model sees it: it only makes requests longer",
            "https://platform.claude.com/docs/en/build-with-claude/extended-thinking",
        ),
    },
    events=EVENTS,
)
