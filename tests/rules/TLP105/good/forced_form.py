"""A forced call is a form that is filled in: what was wrong with it is said in a new request."""

import anthropic


def extract(text, schema, check):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": text}]
    for _ in range(3):
        reply = client.messages.create(
            model="claude-opus-4-7",
            max_tokens=1024,
            messages=messages,
            tools=[schema],
            tool_choice={"type": "tool", "name": schema["name"]},
        )
        form = next(b for b in reply.content if b.type == "tool_use")
        problem = check(form.input)
        if not problem:
            return form.input
        messages.append({"role": "user", "content": f"That does not fit: {problem}"})
    return None
