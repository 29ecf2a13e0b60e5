def to_messages(items):
    """Items of another API, each a message of its own; the reasoning is an item as well."""
    messages = []
    for item in items:
        if item["type"] == "reasoning":
            messages.append({"role": "assistant", "content": None, "pending": item["text"]})
        elif item["type"] == "function_call":
            function = {"name": item["name"], "arguments": item["arguments"]}
            call = {"id": item["call_id"], "type": "function", "function": function}
            messages.append({"role": "assistant", "content": None, "tool_calls": [call]})
        else:
            messages.append({"role": "tool", "tool_call_id": item["call_id"], "content": item["output"]})
    return joined(messages)


def joined(messages):
    """The reasoning goes into the message behind it."""
    kept, waiting = [], None
    for message in messages:
        if "pending" in message:
            waiting = message["pending"]
            continue
        if waiting is not None and message["role"] == "assistant":
            message["reasoning_content"] = waiting
            waiting = None
        kept.append(message)
    return kept


def reasoning_of(message):
    return message.get("reasoning_content") or ""
