import sys

from anthropic import Anthropic


def streamed(client: Anthropic, dialog, tools, act):
    while True:
        with client.messages.stream(
            model="claude-opus-4-5", max_tokens=4096, messages=dialog, tools=tools
        ) as events:
            for event in events:
                if event.type == "content_block_delta":
                    if event.delta.type == "thinking_delta":
                        sys.stderr.write(event.delta.thinking)
                    elif event.delta.type == "text_delta":
                        sys.stdout.write(event.delta.text)
            snapshot = events.get_final_message()
        dialog.append({"role": "assistant", "content": snapshot.content})
        results = [act(b) for b in snapshot.content if b.type == "tool_use"]
        if not results:
            return snapshot
        dialog.append({"role": "user", "content": results})
