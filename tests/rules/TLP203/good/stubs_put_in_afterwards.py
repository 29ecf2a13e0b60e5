from openai import OpenAI

client = OpenAI()


def mend_pairs(messages):
    """After a summary: calls whose results are gone get a stub, which is put in at its place at the end."""
    answered = set()
    for message in messages:
        if message.get("role") == "tool" and message.get("tool_call_id"):
            answered.add(message["tool_call_id"])
    stubs = []
    for number, message in enumerate(messages):
        if message.get("role") != "assistant":
            continue
        for call in message.get("tool_calls", []):
            ident = call.get("id", "")
            if ident and ident not in answered:
                stubs.append((number + 1, {"role": "tool", "tool_call_id": ident, "content": "[see the summary]"}))
                answered.add(ident)
    for number, stub in reversed(stubs):
        messages.insert(number, stub)


def ask(messages, tools):
    mend_pairs(messages)
    return client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools).choices[0].message
