"""A copy without thoughts is written to a log."""
import anthropic

client = anthropic.Anthropic()


import json
import logging

log = logging.getLogger("agent")


def lean(history):
    return [
        {**m, "content": [b for b in m["content"] if b.type != "thinking"]} if m["role"] == "assistant" else m
        for m in history
    ]


def loop(history, tools, run):
    while True:
        log.debug("%s", json.dumps(lean(history), default=str))
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
