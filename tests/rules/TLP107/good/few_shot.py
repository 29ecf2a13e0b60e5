from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")
EXAMPLE = [
    {"role": "user", "content": "Is it raining in Oslo?"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [
            {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
        ],
    },
    {"role": "tool", "tool_call_id": "call_1", "content": "dry"},
]


def ask(question, tools):
    history = [*EXAMPLE, {"role": "user", "content": question}]
    return client.chat.completions.create(model="deepseek-chat", messages=history, tools=tools).choices[0].message
