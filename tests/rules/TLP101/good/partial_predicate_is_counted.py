"""Only the texts are given to the terminal, by a partial predicate."""

from functools import partial

import anthropic


def is_kind(kind, block):
    return block.type == kind


def talk(client: anthropic.Anthropic, thread, tools, handlers):
    while True:
        turn = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=thread, tools=tools)
        print(*(b.text for b in filter(partial(is_kind, "text"), turn.content)), sep="\n")
        thread.append({"role": "assistant", "content": turn.content})
        calls = list(filter(partial(is_kind, "tool_use"), turn.content))
        if not calls:
            return
        thread.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": c.id, "content": handlers[c.name](c.input)} for c in calls
                ],
            }
        )
