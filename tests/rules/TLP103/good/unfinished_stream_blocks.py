import anthropic


def broken_stream_tail(snapshot, done):
    """What may be kept of a reply whose connection dropped: finished blocks, and text."""
    kept = []
    for number, block in enumerate(snapshot.content):
        if number in done or block.type == "text":
            kept.append(block)
    return kept


def talk(client: anthropic.Anthropic, history, tools, answer):
    while True:
        finished = set()
        try:
            with client.messages.stream(
                model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools
            ) as stream:
                for event in stream:
                    if event.type == "content_block_stop":
                        finished.add(event.index)
                blocks = stream.get_final_message().content
        except anthropic.APIConnectionError:
            blocks = broken_stream_tail(stream.current_message_snapshot, finished)
        if not blocks:
            return history
        history.append({"role": "assistant", "content": blocks})
        results = [answer(b) for b in blocks if b.type == "tool_use"]
        if not results:
            return history
        history.append({"role": "user", "content": results})
