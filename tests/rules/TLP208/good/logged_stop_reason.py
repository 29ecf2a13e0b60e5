import logging

import anthropic

client = anthropic.Anthropic()
log = logging.getLogger(__name__)


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        log.info("stopped with %s", reply.stop_reason)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
