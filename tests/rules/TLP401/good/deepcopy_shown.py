"""A deep copy loses them for the screen."""
import anthropic

client = anthropic.Anthropic()


import copy


def shown(history):
    view = copy.deepcopy(history)
    for message in view:
        if message["role"] == "assistant":
            message["content"] = [b for b in message["content"] if b.type != "thinking"]
    return view


def loop(history, tools, run, screen):
    while True:
        screen.draw(shown(history))
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
