"""A weather assistant: ask, run the tools, ask again."""

import anthropic

client = anthropic.Anthropic()
TOOLS = [{"name": "weather", "description": "Weather in a city", "input_schema": {"type": "object"}}]


def weather(city: str) -> str:
    return f"{city}: 21 degrees"


def answer(question: str) -> str:
    conversation = [{"role": "user", "content": question}]
    while True:
        reply = client.messages.create(
            model="claude-opus-4-5",
            max_tokens=8000,
            thinking={"type": "enabled", "budget_tokens": 4000},
            tools=TOOLS,
            messages=conversation,
        )
        conversation.append(
            {
                "role": "assistant",
                "content": [block for block in reply.content if block.type in ("text", "tool_use")],  # expect: TLP101
            }
        )
        if reply.stop_reason != "tool_use":
            return "".join(block.text for block in reply.content if block.type == "text")
        conversation.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": block.id, "content": weather(**block.input)}
                    for block in reply.content
                    if block.type == "tool_use"
                ],
            }
        )
