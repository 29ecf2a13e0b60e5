import anthropic

client = anthropic.Anthropic()
TOOLS = [
    {"type": "code_execution_20250825", "name": "code_execution"},
    {"name": "lookup", "description": "Look it up", "input_schema": {"type": "object", "properties": {}}},
]


def is_done(reply):
    return reply.stop_reason != "tool_use"


def compute(question, run):
    history = [{"role": "user", "content": question}]
    for _ in range(16):
        reply = client.beta.messages.create(
            model="claude-opus-4-7",
            max_tokens=4096,
            messages=history,
            tools=TOOLS,
            betas=["code-execution-2025-08-25"],
        )
        history.append({"role": "assistant", "content": reply.content})
        if is_done(reply):  # expect: TLP110
            return history
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
    raise RuntimeError("too many rounds")
