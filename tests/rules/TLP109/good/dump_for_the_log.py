import json
import logging

import anthropic

log = logging.getLogger(__name__)
client = anthropic.Anthropic()


def solve(messages, tools, answer):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        log.info("turn: %s", json.dumps([b.model_dump() for b in reply.content]))
        messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        messages.append({"role": "user", "content": [answer(call) for call in calls]})
