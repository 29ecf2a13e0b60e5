"""What a tool found is summed up in a conversation of its own."""

import anthropic

client = anthropic.Anthropic()


def research(question, tools, search):
    opening = [{"role": "user", "content": question}]
    reply = client.messages.create(model="claude-opus-4-7", max_tokens=1024, messages=opening, tools=tools)
    notes = []
    for block in reply.content:
        if block.type == "tool_use":
            found = search(block.input["query"])
            summing = [{"role": "user", "content": f"Sum this up: {found}"}]
            short = client.messages.create(model="claude-haiku-4-5", max_tokens=500, messages=summing)
            notes.append(short.content[0].text)
    return notes
