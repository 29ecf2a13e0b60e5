"""Blank texts are removed, which the API refuses; nothing else is."""

import anthropic


async def turn(client: anthropic.AsyncAnthropic, history, tools):
    answer = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    for block in list(answer.content):
        if block.type == "text" and not block.text:
            answer.content.remove(block)
    if answer.content:
        history.append({"role": "assistant", "content": answer.content})
    return answer
