import anthropic

client = anthropic.Anthropic()


def loop(history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = []
        for block in reply.content:
            match block:
                case anthropic.types.ToolUseBlock(id=ident, name=name, input=arguments):
                    results.append({"type": "tool_result", "tool_use_id": ident, "content": run(name, arguments)})
                case _:
                    pass
        if not results:
            return reply
        history.append({"role": "user", "content": results})
