import anthropic

client = anthropic.Anthropic()


@anthropic.beta_tool
def note(text: str) -> str:
    """Keep a note."""
    return "kept"


def agent(question):
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7",
        max_tokens=4096,
        tools=[note, {"type": "web_search_20250305", "name": "web_search"}],
        messages=[{"role": "user", "content": question}],
    )
    for message in runner:
        if message.stop_reason != "tool_use":
            break
    return runner.until_done()
