import anthropic

client = anthropic.Anthropic()

EXAMPLE = [
    {"role": "user", "content": "How warm is it in Oslo?"},
    {
        "role": "assistant",
        "content": [
            {"type": "text", "text": "Let me look."},
            {"type": "tool_use", "id": "toolu_example_1", "name": "weather", "input": {"city": "Oslo"}},
        ],
    },
    {
        "role": "user",
        "content": [{"type": "tool_result", "tool_use_id": "toolu_example_1", "content": "4 degrees, rain"}],
    },
    {"role": "assistant", "content": "It is 4 degrees in Oslo and it rains."},
]


def ask(question, tools, run):
    prompt = [*EXAMPLE, {"role": "user", "content": question}]
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=prompt, tools=tools)
        prompt.append({"role": "assistant", "content": reply.content})
        outs = [run(b) for b in reply.content if b.type == "tool_use"]
        if not outs:
            break
        prompt.append({"role": "user", "content": outs})
    return reply
