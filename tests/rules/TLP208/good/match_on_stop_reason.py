import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        match reply.stop_reason:
            case "tool_use":
                calls = [b for b in reply.content if b.type == "tool_use"]
                results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]
                history.append({"role": "user", "content": results})
            case "max_tokens":
                history.append({"role": "user", "content": "You were cut off. Go on."})
            case _:
                return reply
