"""One loop shows, counts and sorts the blocks; of the calls the last one wins."""

import anthropic

client = anthropic.Anthropic()


def answer(messages, tools, run, show):
    used = 0
    while True:
        response = client.messages.create(
            model="claude-sonnet-4-5",
            max_tokens=4096,
            thinking={"type": "enabled", "budget_tokens": 2000},
            tools=tools,
            messages=messages,
        )

        thought = None
        wanted = None
        said = None
        for block in response.content:
            if block.type == "thinking":
                thought = block
                show(f"thinking: {thought.thinking}")
            elif block.type == "tool_use":
                wanted = block  # expect: TLP201
                used += 1
            elif block.type == "text":
                said = block

        if said and not wanted:
            return said.text, used
        if wanted:
            messages.append({"role": "assistant", "content": response.content})

            show(f"call {used}: {wanted.name}")
            outcome = run(wanted.name, wanted.input)
            # show(outcome)

            # As the API wants it.
            message = {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": wanted.id,
                        "content": outcome,
                    }
                ],
            }
            messages.append(message)
