"""Blank texts are filtered to be counted; the turn goes back as it came."""
import logging

import anthropic

client = anthropic.Anthropic()


def solve(history, tools, run):
    while True:
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools
        ) as stream:
            reply = stream.get_final_message()
        spoken = [b for b in reply.content if b.type != "text" or b.text.strip()]
        logging.info("%d of %d blocks say something", len(spoken), len(reply.content))
        history.append({"role": "assistant", "content": reply.content})
        results = [
            {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)}
            for b in spoken
            if b.type == "tool_use"
        ]
        if not results:
            return reply
        history.append({"role": "user", "content": results})
