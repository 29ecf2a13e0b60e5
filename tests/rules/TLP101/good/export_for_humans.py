import json

from anthropic import Anthropic
from anthropic.types import Message

client = Anthropic()


def as_markdown_record(message: Message) -> dict:
    """For the report page: text and the names of tools, no thinking."""
    items = []
    for block in message.content:
        if block.type == "text":
            items.append({"type": "text", "text": block.text})
        elif block.type == "tool_use":
            items.append({"type": "tool_use", "name": block.name, "input": block.input})
    return {"role": "assistant", "content": items}


def research(question, tools, run):
    history = [{"role": "user", "content": question}]
    report = [{"role": "user", "content": question}]
    while True:
        message = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": message.content})
        report.append(as_markdown_record(message))
        if message.stop_reason != "tool_use":
            break
        history.append({"role": "user", "content": [run(b) for b in message.content if b.type == "tool_use"]})
    with open("report.json", "w") as fh:
        json.dump(report, fh, indent=2)
