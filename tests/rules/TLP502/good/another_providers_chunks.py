"""Chat Completions is streamed by hand beside Messages, whose turn the SDK accumulates."""

import anthropic
import openai


def chat(messages, tools):
    calls, text = {}, ""
    for chunk in openai.OpenAI().chat.completions.create(model="gpt-5", messages=messages, tools=tools, stream=True):
        delta = chunk.choices[0].delta
        if delta.content:
            text += delta.content
        for call in delta.tool_calls or ():
            entry = calls.setdefault(call.index, {"id": call.id, "name": call.function.name, "arguments": ""})
            entry["arguments"] += call.function.arguments or ""
    return text, list(calls.values())


def messages_turn(messages, tools):
    with anthropic.Anthropic().messages.stream(
        model="claude-opus-4-7", max_tokens=1024, messages=messages, tools=tools
    ) as stream:
        for event in stream:
            if event.type == "input_json":
                print(event.partial_json, end="")
        return stream.get_final_message()
