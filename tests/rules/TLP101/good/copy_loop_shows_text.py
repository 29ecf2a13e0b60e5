import anthropic

client = anthropic.Anthropic()


def go(messages, tools, invoke):
    running = True
    while running:
        response = client.messages.create(model="claude-opus-4-5", max_tokens=1000, tools=tools, messages=messages)
        assistant_blocks = []
        tool_results = []
        for block in response.content:
            assistant_blocks.append(block)
            if block.type == "text":
                print(block.text)
            elif block.type == "tool_use":
                print(f"[{block.name}]")
                tool_results.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": invoke(block.name, block.input)}
                )
        messages.append({"role": "assistant", "content": assistant_blocks})
        if tool_results:
            messages.append({"role": "user", "content": tool_results})
        running = bool(tool_results)
