import json


def as_use(call):
    function = call.get("function")
    if not function:
        return None, None
    return {  # expect: TLP102
        "type": "tool_use",
        "id": call["id"],
        "name": function["name"],
        "input": json.loads(function["arguments"]),
    }, call["id"]


def as_turn(message, known):
    blocks = []
    if message["content"]:
        blocks.append({"type": "text", "text": message["content"]})
    for call in message["tool_calls"]:
        block, ident = as_use(call)
        if block is None:
            continue
        known.add(ident)
        blocks.append(block)
    made = {k: v for k, v in message.items() if k != "tool_calls"}
    made["role"] = "assistant"
    made["content"] = blocks
    return made
