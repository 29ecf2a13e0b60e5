"""A stand-in for the SDK's stream over a message that is already there."""

from anthropic.types import (
    InputJSONDelta,
    Message,
    RawContentBlockDeltaEvent,
    RawContentBlockStartEvent,
    RawContentBlockStopEvent,
    RawMessageStartEvent,
    RawMessageStopEvent,
    TextBlock,
    TextDelta,
    ToolUseBlock,
)


def replay(message: Message):
    yield RawMessageStartEvent(type="message_start", message=message.model_copy(update={"content": []}))
    for n, block in enumerate(message.content):
        if isinstance(block, TextBlock):
            yield RawContentBlockStartEvent(
                type="content_block_start", index=n, content_block=TextBlock(type="text", text="")
            )
            yield RawContentBlockDeltaEvent(
                type="content_block_delta", index=n, delta=TextDelta(type="text_delta", text=block.text)
            )
        elif isinstance(block, ToolUseBlock):
            empty = block.model_copy(update={"input": {}})
            yield RawContentBlockStartEvent(type="content_block_start", index=n, content_block=empty)
            delta = InputJSONDelta(type="input_json_delta", partial_json=str(block.input))
            yield RawContentBlockDeltaEvent(type="content_block_delta", index=n, delta=delta)
        else:
            yield RawContentBlockStartEvent(type="content_block_start", index=n, content_block=block)  # expect: TLP501
        yield RawContentBlockStopEvent(type="content_block_stop", index=n)
    yield RawMessageStopEvent(type="message_stop")
