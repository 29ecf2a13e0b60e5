from openai import OpenAI

client = OpenAI()


def shorten(messages):
    kept = messages[-30:]
    while kept and kept[0]["role"] == "tool":
        kept.pop(0)
    return kept


def answer(messages, tools, run):
    while True:
        messages = shorten(messages)
        message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
        messages.append(message.model_dump())
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
