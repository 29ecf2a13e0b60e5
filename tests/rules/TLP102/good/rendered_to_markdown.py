def render(history):
    """A session as Markdown, for the pull request's description."""
    lines = []
    for message in history:
        if isinstance(message["content"], str):
            lines.append(f"**{message['role']}**: {message['content']}")
            continue
        for block in message["content"]:
            if block["type"] == "text":
                lines.append(block["text"])
            elif block["type"] == "thinking":
                lines.append("> " + block["thinking"].replace("\n", "\n> "))
            elif block["type"] == "tool_use":
                lines.append(f"`{block['name']}({block['input']})`")
            elif block["type"] == "tool_result":
                lines.append(f"```\n{block['content']}\n```")
    return "\n\n".join(lines)


def finish(history, path):
    with open(path, "w") as fh:
        fh.write(render(history))
    return {"role": "assistant", "content": f"written to {path}"}
