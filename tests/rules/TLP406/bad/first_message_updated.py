import anthropic

client = anthropic.Anthropic()


def agent(question, tools, answer):
    seen = []
    messages = [{"role": "user", "content": question}]
    while True:
        reply = client.messages.create(
            model="claude-sonnet-5-5", max_tokens=4096, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                seen.append(block.name)
                results.append(answer(block))
        messages.append({"role": "user", "content": results})
        messages[0]["content"] = f"{question}\n\nUsed so far: {seen}"  # expect: TLP406
