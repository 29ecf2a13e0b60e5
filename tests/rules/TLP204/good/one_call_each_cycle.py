import anthropic

client = anthropic.Anthropic()
SERIAL = {"type": "auto", "disable_parallel_tool_use": True}


def interview(messages, tools, questions):
    """One call a turn: each question of the outer loop is answered by a turn of its own."""
    for question in questions:
        messages.append({"role": "user", "content": question.text})
        reply = client.messages.create(
            model="claude-opus-4-5", max_tokens=900, messages=messages, tools=tools, tool_choice=SERIAL
        )
        messages.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if len(calls) == 1:
            result = {"type": "tool_result", "tool_use_id": calls[0].id, "content": question.answer}
            messages.append({"role": "user", "content": [result]})
