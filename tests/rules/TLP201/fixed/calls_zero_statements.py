import json
import logging

from anthropic import AnthropicFoundry

logger = logging.getLogger(__name__)
api = AnthropicFoundry(resource="demo")


def pump(dialogue, specs, functions):
    while True:
        reply = api.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=dialogue, tools=specs)
        dialogue.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = []
        for call in calls:
            # every function takes keyword arguments
            value = functions[call.name](**call.input)
            logger.info("%s -> %s", call.name, value)
            result = {"type": "tool_result", "tool_use_id": call.id, "content": json.dumps(value)}
            results.append(result)
        dialogue.append({"role": "user", "content": results})
