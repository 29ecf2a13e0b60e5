import anthropic

MODEL = "claude-opus-4-7"


def two_steps(question, tools, look_up):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": question}]
    plan = client.messages.create(
        model=MODEL, max_tokens=9000, messages=messages, tools=tools, thinking={"type": "adaptive"}
    )
    messages.append({"role": "assistant", "content": plan.content})
    results = []
    for block in plan.content:
        if block.type == "tool_use":
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": look_up(block.input)})
    messages.append({"role": "user", "content": results})
    final = client.messages.create(model=MODEL, max_tokens=900, messages=messages, tools=tools)  # expect: TLP407
    return final.content
