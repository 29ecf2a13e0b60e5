import anthropic

EXAMPLES = [
    {"role": "user", "content": "How warm is it in Bern?"},
    {
        "role": "assistant",
        "content": [{"type": "tool_use", "id": "toolu_example", "name": "weather", "input": {"city": "Bern"}}],
    },
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_example", "content": "12"}]},
    {"role": "assistant", "content": "12 degrees."},
]


def ask(question, tools, run):
    client = anthropic.Anthropic()
    messages = [*EXAMPLES, {"role": "user", "content": question}]
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=800, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = [
            {"type": "tool_result", "tool_use_id": block.id, "content": run(block)}
            for block in reply.content
            if block.type == "tool_use"
        ]
        if not results:
            return reply
        messages.append({"role": "user", "content": results})
