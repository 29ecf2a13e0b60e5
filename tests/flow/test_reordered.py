"""Words of a turn that follow its results: the replay before them, which lost the words, is a fault of its own."""

from __future__ import annotations

from flake8_toolloop.analysis import analyse
from flake8_toolloop.settings import Settings

PROGRAM = """
import anthropic

client = anthropic.Anthropic(api_key="-")


def round_of_calls(conversation, tools, run):
    response = client.messages.create(
        model="claude-opus-4-7", max_tokens=4096, messages=conversation, tools=tools
    )
    said = ""
    uses = []
    for block in response.content:
        if block.type == "text":
            said += block.text
        elif block.type == "tool_use":
            uses.append(block)
    if uses:
        conversation.append({"role": "assistant", "content": uses})
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        conversation.append({"role": "user", "content": results})
    if said:
        conversation.append({"role": "assistant", "content": said})
    return conversation
"""


def test_words_after_their_results() -> None:
    found = {f.code: f.span.line for f in analyse(PROGRAM, "program.py", Settings()).findings}
    lines = PROGRAM.splitlines()
    assert lines[found["TLP106"] - 1].strip() == 'conversation.append({"role": "assistant", "content": said})'
    assert "TLP101" in found
