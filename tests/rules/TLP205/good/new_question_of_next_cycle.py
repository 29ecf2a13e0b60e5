import anthropic

client = anthropic.Anthropic()


def chat(messages, tools, questions, run):
    for question in questions:
        messages.append({"role": "user", "content": question})
        while True:
            reply = client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=messages, tools=tools)
            messages.append({"role": "assistant", "content": reply.content})
            if reply.stop_reason != "tool_use":
                break
            content = []
            for block in reply.content:
                if block.type == "tool_use":
                    content.append({"type": "tool_result", "tool_use_id": block.id, "content": run(block)})
            messages.append({"role": "user", "content": content})
