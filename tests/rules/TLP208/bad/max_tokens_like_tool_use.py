import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason in ("tool_use", "max_tokens"):  # expect: TLP208
            results = []
            for block in reply.content:
                if block.type == "tool_use":
                    output = run(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            history.append({"role": "user", "content": results})
        else:
            return reply
