"""Empty text at the front is dropped: the turn that goes back has its thinking."""

from itertools import dropwhile

import anthropic


def reply_to(client: anthropic.Anthropic, past, tools):
    made = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=past, tools=tools)
    past.append(
        {"role": "assistant", "content": list(dropwhile(lambda b: b.type == "text" and not b.text, made.content))}
    )
    return [b for b in made.content if b.type == "tool_use"]
