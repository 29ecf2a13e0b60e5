"""What may break here is a tool, not the stream."""

import anthropic

client = anthropic.Anthropic()


def cycle(messages, tools, run):
    with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools) as stream:
        for text in stream.text_stream:
            print(text, end="")
        snapshot = stream.current_message_snapshot
    messages.append({"role": "assistant", "content": snapshot.content})
    results = []
    for block in snapshot.content:
        if block.type == "tool_use":
            try:
                output, failed = run(block.name, block.input), False
            except Exception as error:
                output, failed = str(error), True
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": output, "is_error": failed})
    messages.append({"role": "user", "content": results})
