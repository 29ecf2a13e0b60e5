"""The final message of a stream is put in by a nested function."""

import anthropic


def converse(prompt, tools, run):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": prompt}]

    def take(message):
        messages.append({"role": "assistant", "content": message.content})
        return [b for b in message.content if b.type == "tool_use"]

    while True:
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools
        ) as stream:
            for text in stream.text_stream:
                print(text, end="")
            calls = take(stream.get_final_message())
        if not calls:
            return messages
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
