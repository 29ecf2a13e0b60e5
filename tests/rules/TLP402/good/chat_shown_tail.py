from openai import OpenAI

client = OpenAI()


def answer(messages, tools, run, log):
    while True:
        log.debug("last messages: %s", messages[-4:])
        message = client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
