"""One loop shows, counts and sorts the blocks; every call is kept and answered."""

import anthropic

client = anthropic.Anthropic()


def answer(messages, tools, run, show):
    used = 0
    while True:
        response = client.messages.create(
            model="claude-sonnet-4-5", max_tokens=4096, tools=tools, messages=messages
        )
        wanted = []
        said = None
        for block in response.content:
            if block.type == "thinking":
                show(f"thinking: {block.thinking}")
            elif block.type == "tool_use":
                wanted.append(block)
                used += 1
            elif block.type == "text":
                said = block
        if not wanted:
            return said.text if said else "", used
        messages.append({"role": "assistant", "content": response.content})
        results = []
        for call in wanted:
            results.append({"type": "tool_result", "tool_use_id": call.id, "content": run(call.name, call.input)})
        messages.append({"role": "user", "content": results})
