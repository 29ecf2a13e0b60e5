import anthropic

client = anthropic.Anthropic()


def turn(messages, tools, on_block):
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
    try:
        for block in reply.content:
            on_block(block)
    except ValueError as error:
        print("not shown:", error)
    messages.append({"role": "assistant", "content": reply.content})
