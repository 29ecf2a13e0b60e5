"""The loop over the calls collects; the next request follows it."""

import anthropic

client = anthropic.Anthropic()


def work(messages, tools, handlers):
    message = client.messages.create(model="claude-sonnet-4-5", max_tokens=1024, messages=messages, tools=tools)
    while message.stop_reason == "tool_use":
        messages.append({"role": "assistant", "content": message.content})
        results = []
        for block in message.content:
            if block.type == "text":
                print(block.text)
            elif block.type == "tool_use":
                output = handlers[block.name](block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
        if results:
            messages.append({"role": "user", "content": results})
            message = client.messages.create(
                model="claude-sonnet-4-5", max_tokens=1024, messages=messages, tools=tools
            )
            print(message.stop_reason)
    return message
