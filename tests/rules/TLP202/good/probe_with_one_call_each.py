"""Each prompt has a history of its own with one call made up for it: there is nothing to join."""

import anthropic

client = anthropic.Anthropic()


def probe(prompts, tools, outcome):
    replies = []
    for number, prompt in enumerate(prompts):
        messages = [{"role": "user", "content": prompt}]
        messages.append(
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": f"probe_{number}", "name": "clock", "input": {}}],
            }
        )
        messages.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": f"probe_{number}", "content": outcome}],
            }
        )
        reply = client.messages.create(model="claude-haiku-4-5", max_tokens=64, messages=messages, tools=tools)
        replies.append(reply.stop_reason)
    return replies
