from anthropic.types import (
    RawContentBlockDeltaEvent,
    RawContentBlockStartEvent,
    SignatureDelta,
    ThinkingBlock,
    ThinkingDelta,
)


def thinking(n: int, block: ThinkingBlock):
    shell = ThinkingBlock(type="thinking", thinking="", signature="")
    yield RawContentBlockStartEvent(type="content_block_start", index=n, content_block=shell)
    for delta in (
        ThinkingDelta(type="thinking_delta", thinking=block.thinking),
        SignatureDelta(type="signature_delta", signature=block.signature),
    ):
        yield RawContentBlockDeltaEvent(type="content_block_delta", index=n, delta=delta)
