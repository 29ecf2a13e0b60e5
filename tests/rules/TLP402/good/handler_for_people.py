"""What a person sees is cut by count; the list that is sent is another one."""
import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    screen = []
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        turn = {"role": "assistant", "content": reply.content}
        history.append(turn)
        screen.append(turn)
        if len(screen) > 5:
            screen.pop(0)
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply, screen
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
