"""What must or may happen between the replay and the next request: the forward questions of one function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flake8_toolloop.flow.sinks import BlockSink, MessageSink

if TYPE_CHECKING:
    from flake8_toolloop.flow.tell import Teller


def tell(teller: Teller, messages: list[MessageSink], blocks: list[BlockSink]) -> None:
    """State the paths on which a call gets no result, and the loops of the file."""
