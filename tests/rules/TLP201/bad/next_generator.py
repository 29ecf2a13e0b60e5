import anthropic

client = anthropic.Anthropic()


def chat(history, tools, run_tool):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        call = next(b for b in reply.content if b.type == "tool_use")  # expect: TLP201
        output = [{"type": "tool_result", "tool_use_id": call.id, "content": run_tool(call.name, call.input)}]
        history.append({"role": "user", "content": output})
