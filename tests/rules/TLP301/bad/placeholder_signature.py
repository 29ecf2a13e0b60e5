"""Lets Claude carry on a conversation that another model began."""

import anthropic

client = anthropic.Anthropic()


def with_thinking(messages):
    out = []
    for m in messages:
        if m["role"] == "assistant" and isinstance(m["content"], list):
            shell = {"type": "thinking", "thinking": "...", "signature": "placeholder"}  # expect: TLP301
            out.append({"role": "assistant", "content": [shell, *m["content"]]})
        else:
            out.append(m)
    return out


def ask(messages, tools):
    return client.messages.create(
        model="claude-opus-4-5",
        max_tokens=9000,
        thinking={"type": "enabled", "budget_tokens": 4000},
        messages=with_thinking(messages),
        tools=tools,
    )
