"""A history that is put together anew each round, without what the model said."""

import anthropic


def answer(question, tools, by_name):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": question}]
    while True:
        reply = client.messages.create(model="claude-haiku-4-5", max_tokens=1024, tools=tools, messages=messages)
        results = []
        for block in reply.content:
            match block.type:
                case "tool_use":
                    output = by_name(block.name, block.input)
                    results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
                case "text":
                    print(block.text)
        if not results:
            return reply
        messages = [*messages, {"role": "assistant", "content": reply.content}, {"role": "user", "content": results}]
