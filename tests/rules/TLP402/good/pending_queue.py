"""A queue of calls is emptied from the front; the history stays."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        pending = [b for b in reply.content if b.type == "tool_use"]
        if not pending:
            return reply
        results = []
        while len(pending) > 0:
            call = pending.pop(0)
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
        history.append({"role": "user", "content": results})
