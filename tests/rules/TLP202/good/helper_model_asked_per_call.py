"""A smaller model runs each call in a conversation of its own; the results go back together."""

import anthropic

client = anthropic.Anthropic()


def delegate(task):
    notes = [{"role": "user", "content": task}]
    reply = client.messages.create(model="claude-haiku-4-5", max_tokens=512, messages=notes)
    return "".join(block.text for block in reply.content if block.type == "text")


def lead(messages, tools):
    while True:
        plan = client.messages.create(model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": plan.content})
        answers = []
        for block in plan.content:
            if block.type != "tool_use":
                continue
            answers.append({"type": "tool_result", "tool_use_id": block.id, "content": delegate(block.input["task"])})
        if not answers:
            return plan
        messages.append({"role": "user", "content": answers})
