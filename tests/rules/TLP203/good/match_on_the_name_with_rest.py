import anthropic

client = anthropic.Anthropic()


def loop(history, tools, table, log):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            if block.type != "tool_use":
                continue
            match block.name:
                case "search" | "fetch":
                    text = table[block.name](block.input)
                case other:
                    text = f"unknown tool {other}"
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": text})
        if not results:
            return reply
        history.append({"role": "user", "content": results})
