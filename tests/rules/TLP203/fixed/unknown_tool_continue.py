import anthropic

client = anthropic.Anthropic()


def loop(thread, tools, registry):
    while True:
        answer = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=thread, tools=tools)
        thread.append({"role": "assistant", "content": answer.content})
        if answer.stop_reason != "tool_use":
            return answer
        results = []
        for block in answer.content:
            if block.type != "tool_use":
                continue
            tool = registry.get(block.name)
            if tool is None:
                print("model asked for unknown tool", block.name)
                results.append(
                    {
                        "type": "tool_result",
                        "tool_use_id": block.id,
                        "content": f"Error: {block.name} was not run",
                        "is_error": True,
                    }
                )
                continue
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": tool(**block.input)})
        thread.append({"role": "user", "content": results})
