import anthropic

client = anthropic.Anthropic()


def as_dict(block):
    data = block.model_dump(mode="json", by_alias=True, exclude_none=True)
    data.pop("caller", None)
    data.pop("parsed_output", None)
    return data


def loop(story, tools, act):
    while True:
        reply = client.beta.messages.create(model="claude-opus-4-6", max_tokens=2500, messages=story, tools=tools)
        story.append({"role": reply.role, "content": list(map(as_dict, reply.content))})
        outs = [act(b) for b in reply.content if b.type == "tool_use"]
        if not outs:
            return reply
        story.append({"role": "user", "content": outs})
