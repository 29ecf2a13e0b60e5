import anthropic


def agent(prompt, tools, registry):
    client = anthropic.Anthropic()
    messages = [{"role": "user", "content": prompt}]
    while True:
        response = client.messages.create(
            model="claude-opus-4-7", max_tokens=512, messages=messages, tools=tools
        )
        messages.append({"role": "assistant", "content": response.content})
        results = []
        for part in response.content:  # expect: TLP208
            if part.type == "tool_use":
                results.append(
                    {
                        "type": "tool_result",
                        "tool_use_id": part.id,
                        "content": str(registry[part.name](**part.input)),
                    }
                )
        if not results:
            return response
        messages.append({"role": "user", "content": results})
