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
        calls = []
        said = None
        for block in response.content:
            if block.type == "thinking":
                thought = block
                show(f"thinking: {thought.thinking}")
            elif block.type == "tool_use":
                calls.append(block)
                used += 1
            elif block.type == "text":
                said = block

        if said and not calls:
            return said.text, used
        if calls:
            messages.append({"role": "assistant", "content": response.content})

            results = []
            for wanted in calls:
                show(f"call {used}: {wanted.name}")
                outcome = run(wanted.name, wanted.input)
                # show(outcome)
                results.append(
                    {
                        "type": "tool_result",
                        "tool_use_id": wanted.id,
                        "content": outcome,
                    }
                )

            # As the API wants it.
            message = {"role": "user", "content": results}
            messages.append(message)
