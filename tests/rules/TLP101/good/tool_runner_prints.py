import anthropic
from anthropic import beta_tool

client = anthropic.Anthropic()


@beta_tool
def add(a: int, b: int) -> str:
    """Add two numbers."""
    return str(a + b)


def main() -> None:
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-6",
        max_tokens=2000,
        tools=[add],
        messages=[{"role": "user", "content": "what is 2 + 40?"}],
    )
    for message in runner:
        visible = [b for b in message.content if b.type != "thinking"]
        print({"role": "assistant", "content": visible})
