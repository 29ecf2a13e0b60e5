import anthropic

client = anthropic.Anthropic()


def solve(problem, tools, call_tool):
    turns = [{"role": "user", "content": problem}]
    while True:
        answer = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=turns, tools=tools)
        text = "".join(b.text for b in answer.content if b.type == "text")
        uses = [b for b in answer.content if b.type == "tool_use"]
        turns.append({"role": "assistant", "content": answer.content})
        if not uses:
            return text
        turns.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": u.id, "content": call_tool(u.name, u.input)} for u in uses
                ],
            }
        )
