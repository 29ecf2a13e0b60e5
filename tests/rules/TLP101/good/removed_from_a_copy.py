"""The copy loses its thoughts for a title; the response does not."""

import anthropic

client = anthropic.Anthropic()


def title(blocks):
    kept = list(blocks)
    for block in blocks:
        if block.type == "thinking":
            kept.remove(block)
    return kept[0].text if kept else ""


def turn(history, tools):
    answer = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": answer.content})
    return title(answer.content)
