"""What follows the thinking is run; the whole turn goes back."""

import itertools

import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        results = []
        for block in itertools.dropwhile(lambda b: b.type == "thinking", reply.content):
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
        history.append({"role": "user", "content": results})
