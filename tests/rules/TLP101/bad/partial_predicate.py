import functools

import anthropic

client = anthropic.Anthropic()


def of_kinds(kinds, block):
    return block.type in kinds


def one_round(history, tools):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    content = list(filter(functools.partial(of_kinds, {"text", "tool_use"}), reply.content))
    history.append({"role": "assistant", "content": content})  # expect: TLP101
    return [b for b in content if b.type == "tool_use"]


def loop(history, tools, run):
    while calls := one_round(history, tools):
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
