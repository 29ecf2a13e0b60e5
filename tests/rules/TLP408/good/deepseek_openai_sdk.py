from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")


def agent(messages, tools, run):
    while True:
        message = client.chat.completions.create(
            model="deepseek-reasoner", messages=messages, tools=tools
        ).choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message
        messages.extend(run(call) for call in message.tool_calls)
