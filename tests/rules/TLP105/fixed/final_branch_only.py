"""The turn is put into the history when the answer is there, and only then."""

import anthropic

client = anthropic.Anthropic()


def run(messages, tools, handlers):
    for _ in range(12):
        response = client.messages.create(
            model="claude-sonnet-4-6", max_tokens=2048, tools=tools, messages=messages
        )
        if response.stop_reason == "tool_use":
            results = []
            for use in (b for b in response.content if b.type == "tool_use"):
                handler = handlers.get(use.name)
                output = handler(**use.input) if handler else f"unknown tool {use.name}"
                results.append({"type": "tool_result", "tool_use_id": use.id, "content": output})
            messages += [{"role": "assistant", "content": response.content}, {"role": "user", "content": results}]
        else:
            messages.append({"role": "assistant", "content": response.content})
            return response
    raise RuntimeError("too many rounds")
