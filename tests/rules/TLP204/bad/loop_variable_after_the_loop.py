from anthropic import AnthropicBedrock


def work(chat, tools, execute):
    client = AnthropicBedrock(aws_region="us-east-1")
    while True:
        reply = client.messages.create(
            model="anthropic.claude-opus-4-5", max_tokens=4096, messages=chat, tools=tools
        )
        chat.append({"role": "assistant", "content": reply.content})
        outputs = []
        for block in reply.content:
            if block.type == "tool_use":
                outputs.append(execute(block.name, block.input))
        if not outputs:
            return reply
        chat.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": block.id, "content": output}  # expect: TLP204
                    for output in outputs
                ],
            }
        )
