"""Writer evidence: call blocks made by hand whose message is made elsewhere (a helper returns the list of blocks)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_toolloop.flow.sinks import BlockSink, MessageSink

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller, messages: list[MessageSink], blocks: list[BlockSink]) -> None:
    """State a replay for each list of blocks that a function returns and that no message of the file takes."""
