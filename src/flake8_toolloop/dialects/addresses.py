"""Under which paths requests with a conversation go to which API, on its own server and on those that speak it.

Read on 2026-12-01: the providers' references of their HTTP APIs.
"""

from __future__ import annotations

import re

ADDRESSES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"/v1/messages(/count_tokens)?$"), "anthropic"),
    (re.compile(r"/publishers/anthropic/models/[^/]+:(rawPredict|streamRawPredict)$"), "anthropic"),
    (re.compile(r"/model/[^/]*anthropic[^/]*/invoke(-with-response-stream)?$"), "anthropic"),
    (re.compile(r"/chat/completions$"), "chat"),
    (re.compile(r"/responses$"), "responses"),
    (re.compile(r"/models/[^/]+:(generateContent|streamGenerateContent|countTokens)$"), "gemini"),
    (re.compile(r"/model/[^/]+/converse(-stream)?$"), "bedrock"),
)

SEALED = ("x-amz-content-sha256", "content-md5", "digest", "content-digest", "repr-digest")
"""Headers that say what the body is: one that is changed would be refused."""
SIGNED = "AWS4-"
"""How an Authorization begins that does."""


def format_of(path: str) -> str | None:
    """The format of the conversations that are sent to a path."""
    path = path.rstrip("/")
    return next((name for pattern, name in ADDRESSES if pattern.search(path)), None)
