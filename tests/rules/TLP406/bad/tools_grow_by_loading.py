import anthropic

client = anthropic.Anthropic()


def agent(history, catalogue, answer):
    tools = [catalogue["load"]]
    while True:
        reply = client.messages.create(
            model="claude-haiku-5-5", max_tokens=4096, messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                if block.name == "load":
                    tools.append(catalogue[block.input["name"]])  # expect: TLP406
                results.append(answer(block))
        history.append({"role": "user", "content": results})
