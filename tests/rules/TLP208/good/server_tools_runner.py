import anthropic


@anthropic.beta_tool
def weather(city: str) -> str:
    """Weather in a city."""
    return f"21 degrees in {city}"


def agent(history):
    client = anthropic.Anthropic()
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7", max_tokens=1024, tools=[weather], messages=history
    )
    for message in runner:
        for block in message.content:
            if block.type == "tool_use":
                print(block.name)
    return runner.until_done()
