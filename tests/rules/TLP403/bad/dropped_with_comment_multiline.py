"""A filter written in the message itself, over several lines, beside the sum of what was used."""
import anthropic

client = anthropic.Anthropic()


def work(history, tools, run):
    used = 0
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=history, tools=tools)
        used += reply.usage.output_tokens
        # The provider refuses blank texts.
        history.append(
            {
                "role": "assistant",
                "content": [  # expect: TLP403
                    block for block in reply.content if block.type != "text" or block.text.strip()
                ],
            }
        )
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return used
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        history.append({"role": "user", "content": results})
