"""Signatures for thinking and data for redacted thinking that only their maker can make."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from enum import Enum

from flake8_toolloop.testing.wire import Block, kind

SIZE = 16
"""Bytes of each part of a signature: a number used once, a mark of origin, a mark of the text."""
OMITTED, WRITTEN = b"\x00", b"\x01"


class Origin(Enum):
    """What a seal says about a block."""

    GENUINE = "genuine"
    ALTERED = "altered"
    FORGED = "forged"


class Seal:
    """Signs deliberation with HMAC-SHA256 over its contents and tells its own from anything else."""

    def __init__(self, key: bytes | None = None) -> None:
        self._key = key or secrets.token_bytes(32)
        self._count = 0

    def signature(self, thinking: str) -> str:
        """A signature for this text; no two are alike. For empty text it is that of omitted thinking."""
        nonce = self._nonce()
        flag = WRITTEN if thinking else OMITTED
        return _encode(flag + nonce + self._mac(b"origin", flag, nonce) + self._mac(b"text", nonce, thinking.encode()))

    def data(self) -> str:
        """The data of a redacted block."""
        nonce = self._nonce()
        return _encode(nonce + self._mac(b"redacted", nonce))

    def check(self, block: Block) -> Origin:
        """Whether a thinking or redacted block is this seal's, and unaltered."""
        if kind(block) == "redacted_thinking":
            raw = _decode(block.get("data"))
            right = hmac.compare_digest(raw[SIZE:], self._mac(b"redacted", raw[:SIZE]))
            return Origin.GENUINE if right else Origin.FORGED
        raw = _decode(block.get("signature"))
        flag, nonce, origin, text = raw[:1], raw[1 : 1 + SIZE], raw[1 + SIZE : 1 + 2 * SIZE], raw[1 + 2 * SIZE :]
        if not hmac.compare_digest(origin, self._mac(b"origin", flag, nonce)):
            return Origin.FORGED
        written = str(block.get("thinking", "")).encode()
        right = flag == OMITTED or hmac.compare_digest(text, self._mac(b"text", nonce, written))
        return Origin.GENUINE if right else Origin.ALTERED

    def _nonce(self) -> bytes:
        self._count += 1
        return self._mac(b"nonce", self._count.to_bytes(SIZE, "big"))

    def _mac(self, *parts: bytes) -> bytes:
        return hmac.new(self._key, b"\x1f".join(parts), hashlib.sha256).digest()[:SIZE]


def _encode(raw: bytes) -> str:
    return base64.b64encode(raw).decode("ascii")


def _decode(text: object) -> bytes:
    try:
        return base64.b64decode(str(text), validate=True)
    except (binascii.Error, ValueError):
        return b""
