"""A request before the loop and one in it; the results are extended into the history."""

import anthropic


def execute(block, registry):
    try:
        return registry[block.name](**block.input), False
    except Exception as error:
        return str(error), True


def solve(prompt, registry, schemas):
    client = anthropic.Anthropic()
    history = [{"role": "user", "content": prompt}]
    message = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=schemas)
    while message.stop_reason == "tool_use":
        answers = []
        for block in message.content:
            if block.type == "tool_use":
                output, failed = execute(block, registry)
                answers.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": output, "is_error": failed}
                )
        history.append({"role": "assistant", "content": message.content})
        history.append({"role": "user", "content": answers})
        message = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=schemas)
    return "\n".join(block.text for block in message.content if block.type == "text")
