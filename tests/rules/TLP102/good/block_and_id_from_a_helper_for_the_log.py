import json
import logging

log = logging.getLogger(__name__)


def as_use(call):
    function = call.get("function")
    if not function:
        return None, None
    return {
        "type": "tool_use",
        "id": call["id"],
        "name": function["name"],
        "input": json.loads(function["arguments"]),
    }, call["id"]


def tell_of(message, known):
    for call in message["tool_calls"]:
        block, ident = as_use(call)
        if block is not None:
            known.add(ident)
            log.info("%s", block)
