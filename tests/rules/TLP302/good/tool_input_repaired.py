import copy
import json

import anthropic

client = anthropic.Anthropic()


def arguments(call):
    """Models sometimes send a list as JSON text: repaired for the function, not in the turn."""
    fixed = copy.deepcopy(call.input)
    for key, value in fixed.items():
        if isinstance(value, str) and value.strip().startswith("["):
            fixed[key] = json.loads(value.strip())
    return fixed


def loop(thread, tools, functions):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1200, messages=thread, tools=tools)
        thread.append({"role": "assistant", "content": m.content})
        calls = [b for b in m.content if b.type == "tool_use"]
        if not calls:
            return m
        outs = []
        for c in calls:
            outs.append({"type": "tool_result", "tool_use_id": c.id, "content": functions[c.name](**arguments(c))})
        thread.append({"role": "user", "content": outs})
