import anthropic

client = anthropic.Anthropic()


def loop(history, tools, handlers):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        match [block for block in reply.content if block.type == "tool_use"]:
            case []:
                return reply
            case [call, *_]:  # expect: TLP201
                output = handlers[call.name](**call.input)
                history.append(
                    {
                        "role": "user",
                        "content": [{"type": "tool_result", "tool_use_id": call.id, "content": output}],
                    }
                )
