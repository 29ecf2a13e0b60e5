"""Says of most clean recordings that they are clean, several times faster than a parser that builds all they hold.

With the extra `transcripts` a typed decoder (msgspec) runs over the bytes: it proves that the text is JSON, keeps the
few fields that calls, results and signatures are told by, and passes over all else without making anything of it.
Without the extra every recording is parsed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8_toolloop.transcripts.known import Known

SCANNED = (None, "anthropic", "claude-code")
"""The formats that are scanned; None: whatever it is."""


def clean(data: bytes, form: str | None, known: Known | None = None) -> bool:
    """Whether a scan shows that the judge would find nothing; False where only a closer look can tell.

    With what is ``known`` a conversation that has grown is looked at from where it was.
    """
    if form not in SCANNED or data[:1] not in (b"[", b"{"):
        return False
    scan = _scan()
    if scan is None:
        return False
    if known is not None and form != "claude-code":
        from flake8_toolloop.transcripts.skimming import grown

        return grown(data, form, known)
    return scan(data, form)


def clean_session(chunks: Iterable[bytes]) -> bool:
    """The same of a session that is read in pieces, each of which ends with a line."""
    try:
        from flake8_toolloop.transcripts.skimming import skimmed_session
    except ImportError:
        return False
    return skimmed_session(chunks)


@lru_cache(maxsize=1)
def _scan() -> Callable[[bytes, str | None], bool] | None:
    try:
        from flake8_toolloop.transcripts.skimming import skimmed
    except ImportError:
        return None
    return skimmed
