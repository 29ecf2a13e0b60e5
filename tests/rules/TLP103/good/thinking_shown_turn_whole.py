from anthropic import Anthropic
from rich.console import Console

console = Console()


def show(blocks):
    for b in blocks:
        if b.type == "thinking":
            console.print(b.thinking, style="dim")
        elif b.type == "text":
            console.print(b.text)


def repl(client: Anthropic, tools, tool):
    said = []
    while prompt := input("> "):
        said.append({"role": "user", "content": prompt})
        while True:
            r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=said, tools=tools)
            show(r.content)
            said.append({"role": "assistant", "content": r.content})
            results = [tool(b) for b in r.content if b.type == "tool_use"]
            if not results:
                break
            said.append({"role": "user", "content": results})
