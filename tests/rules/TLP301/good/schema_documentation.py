"""Example of a stored turn, for the README and the JSON schema."""

EXAMPLE_TURN = {
    "role": "assistant",
    "content": [
        {"type": "thinking", "thinking": "...", "signature": "EqQB..."},
        {"type": "tool_use", "id": "toolu_01", "name": "search", "input": {"q": "..."}},
    ],
}

SCHEMA = {
    "type": "object",
    "required": ["role", "content"],
    "examples": [EXAMPLE_TURN],
}


def describe(out):
    for block in EXAMPLE_TURN["content"]:
        out.write(f"- {block['type']}: {', '.join(block)}\n")
