from openai import OpenAI

client = OpenAI()


def complete(messages):
    """Calls that were interrupted get an empty result."""
    out = []
    answered = {m["tool_call_id"] for m in messages if m["role"] == "tool"}
    for message in messages:
        out.append(message)
        for call in message.get("tool_calls") or []:
            if call["id"] not in answered:
                out.append({"role": "tool", "tool_call_id": call["id"], "content": "interrupted"})
    return out


def ask(messages, tools):
    return client.chat.completions.create(model="gpt-4.1", messages=complete(messages), tools=tools).choices[0].message
