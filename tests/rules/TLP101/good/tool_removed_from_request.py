"""What is removed is a tool of the request."""

import anthropic

client = anthropic.Anthropic()


def turn(history, tools, used_up):
    for tool in list(tools):
        if tool["name"] in used_up:
            tools.remove(tool)
    answer = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": answer.content})
    return answer
