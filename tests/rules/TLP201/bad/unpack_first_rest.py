from anthropic.types import Message


def respond(message: Message, memory: list, tools) -> bool:
    memory.append({"role": "assistant", "content": message.content})
    requested = [part for part in message.content if part.type == "tool_use"]
    if not requested:
        return False
    head, *_ = requested  # expect: TLP201
    try:
        text, failed = tools.run(head.name, head.input), False
    except Exception as error:
        text, failed = str(error), True
    block = {"type": "tool_result", "tool_use_id": head.id, "content": text, "is_error": failed}
    memory.append({"role": "user", "content": [block]})
    return True
