import logging

import anthropic

log = logging.getLogger(__name__)


def supervise(client: anthropic.Anthropic, history, tools, registry):
    while True:
        message = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=history, tools=tools)
        history.append({"role": "assistant", "content": message.content})
        results = []
        for block in message.content:
            if block.type == "tool_use":
                try:
                    value = registry[block.name](**block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": str(value)})
                except Exception as error:
                    if log.isEnabledFor(logging.ERROR):
                        log.exception("tool failed: %s", error)
                    results.append(
                        {"type": "tool_result", "tool_use_id": block.id, "content": f"Error: {error}", "is_error": True}
                    )
        if message.stop_reason != "tool_use":
            return message
        history.append({"role": "user", "content": results})
