"""Fixtures of the transcript viewer's tests."""

from anthropic.types import Message, TextBlock, ThinkingBlock, Usage


def sample_message() -> Message:
    return Message(
        id="msg_1",
        type="message",
        role="assistant",
        model="claude-opus-4-5",
        stop_reason="end_turn",
        content=[
            ThinkingBlock(type="thinking", thinking="let me see", signature="c2ln"),
            TextBlock(type="text", text="four", citations=None),
        ],
        usage=Usage(input_tokens=1, output_tokens=1),
    )


def test_viewer_shows_text(viewer):
    assert "four" in viewer.render(sample_message())
