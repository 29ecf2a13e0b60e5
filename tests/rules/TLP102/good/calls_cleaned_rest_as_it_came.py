import anthropic


def without_secrets(arguments, names):
    return {key: "***" if key in names else value for key, value in arguments.items()}


def remembered(blocks, names):
    """Calls with their secrets taken out; every other block of the turn is the response's own."""
    for block in blocks:
        if isinstance(block, anthropic.types.ToolUseBlock):
            arguments = without_secrets(block.input, names)
            yield {"type": "tool_use", "id": block.id, "name": block.name, "input": arguments}
        else:
            yield block


def converse(client: anthropic.Anthropic, history, tools, execute, names=("password", "token")):
    for _ in range(25):
        message = client.messages.create(
            model="claude-opus-4-5", max_tokens=6000, messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": list(remembered(message.content, names))})
        if message.stop_reason != "tool_use":
            return message
        outcome = []
        for block in message.content:
            if block.type == "tool_use":
                outcome.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
        history.append({"role": "user", "content": outcome})
    raise TimeoutError("too many rounds")
