"""A prompt for people: each question is answered in full, then the list is shortened."""
import anthropic

client = anthropic.Anthropic()


def answer(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls
                ],
            }
        )


def main(tools, run):
    history = []
    while True:
        history.append({"role": "user", "content": input("> ")})
        reply = answer(history, tools, run)
        print(reply.content)
        if len(history) > 60:
            history = history[-30:]
