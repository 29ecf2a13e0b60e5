"""Gemini generateContent: the data half of the table (the code half is not written yet).

Facts: https://ai.google.dev/gemini-api/docs/thought-signatures (its validation rules, its two documented
placeholders), google-genai 3.6.1 (`types.Part`), and the issues named beside each error, as read on 2026-11-30.
"""

from __future__ import annotations

from flake8_toolloop.dialects.base import Kind
from flake8_toolloop.dialects.errors import ErrorText
from flake8_toolloop.dialects.wire import Wire

CALL = "functionCall"
RESPONSE = "functionResponse"
SIGNATURE = "thoughtSignature"
THOUGHT = "thought"
SPELLINGS = {
    CALL: (CALL, "function_call"),
    RESPONSE: (RESPONSE, "function_response"),
    SIGNATURE: (SIGNATURE, "thought_signature"),
}
"""The wire's names, and the SDK's, in which its objects are stored."""
PLACEHOLDERS = ("skip_thought_signature_validator", "context_engineering_is_the_way_to_go")
"""Documented in place of a signature, on calls that the model in hand did not make; the first is the last resort for
one that was lost. The model works worse with either. Source: the page's "FAQ"."""
CHECKING = ("gemini-3",)
"""Beginnings of models that refuse a call without its signature; 2.5 takes it in silence (the same page)."""
NOT_CHECKING = ("gemini-2", "gemini-1", "gemini-3-pro-image", "gemini-robotics", "gemma")
"""Beginnings of models that do not: the longest beginning decides.
Source: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures"""
OLD_SIGNATURE = "C[g-v]"
"""How signatures of 2.5 begin in base64 (a first byte of 10); those of 3 begin with 18. Seen in recorded responses of
2025 and 2026, not documented: used only where no model is named, and only to say nothing."""
SERVER_CALL, SERVER_RESPONSE = "toolCall", "toolResponse"

SIGNATURE_MISSING = ErrorText(
    "signature-missing",
    "Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly,"
    " and missing thought_signature may lead to degraded model performance. Additional data, function call"
    " `default_api:{name}`, position {position}.",
    "https://github.com/karthink/gptel/issues/1146",
    signs=(
        "is missing a thought_signature in functionCall parts",
        "content block is missing a `thought_signature`",
        "content block is missing a thought_signature",
    ),
)
SIGNATURE_BROKEN = ErrorText(
    "signature-broken",
    "Invalid thought signature.",
    "https://docs.apiyi.com/en/faq/gemini-thought-signature-missing.md",
    signs=("Invalid thought signature", "Corrupted thought signature"),
)
COUNTS_DIFFER = ErrorText(
    "counts-differ",
    "Please ensure that the number of function response parts is equal to the number of function call parts of the"
    " function call turn.",
    "https://github.com/google-gemini/gemini-cli/issues/17208",
    signs=("number of function response parts is equal to the number of function call parts",),
)
CALL_MISPLACED = ErrorText(
    "call-misplaced",
    "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
    "https://github.com/google-gemini/gemini-cli/issues/26486",
    signs=("function call turn comes immediately after a user turn",),
)
RESPONSE_MISPLACED = ErrorText(
    "response-misplaced",
    "Please ensure that function response turn comes immediately after a function call turn.",
    "https://github.com/langchain-ai/langchain/issues/27799",
    signs=("function response turn comes immediately after a function call turn",),
)
EMPTY_CONTENT = ErrorText(
    "empty-content",
    "* GenerateContentRequest.contents[{index}].parts: contents.parts must not be empty.",
    "https://github.com/vercel/ai/issues/3775",
    signs=("contents.parts must not be empty",),
)

WIRE = Wire(
    name="gemini",
    title="Gemini",
    version="2026-11-30",
    holder="contents",
    unit=("candidates", "[]", "content"),
    content="parts",
    roles=("user", "model", "function", "tool"),
    assistant="model",
    kinds=(
        Kind(CALL, ("id", "name", "args", SIGNATURE)),
        Kind(RESPONSE, ("id", "name", "response")),
        Kind("text", ("text", THOUGHT, SIGNATURE)),
        Kind(THOUGHT, (THOUGHT, "text", SIGNATURE), deliberation=True),
        Kind(SIGNATURE, (SIGNATURE,), deliberation=True),
        Kind(SERVER_CALL, (SERVER_CALL, SIGNATURE), server=True),
        Kind(SERVER_RESPONSE, (SERVER_RESPONSE,), server=True),
        Kind("executableCode", ("executableCode", SIGNATURE), server=True),
        Kind("codeExecutionResult", ("codeExecutionResult",), server=True),
        Kind("inlineData", ("inlineData", SIGNATURE)),
        Kind("fileData", ("fileData",)),
    ),
    call=CALL,
    result=RESPONSE,
    by_key=True,
    system=(),
    response_keys=("candidates", "usageMetadata", "finishReason"),
    errors=(SIGNATURE_MISSING, SIGNATURE_BROKEN, COUNTS_DIFFER, CALL_MISPLACED, RESPONSE_MISPLACED, EMPTY_CONTENT),
)
