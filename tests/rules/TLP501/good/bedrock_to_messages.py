"""Bedrock's events become the Messages API's: reasoning has no start there, so one is made, empty."""


def convert(events):
    started = set()
    for event in events:
        if "contentBlockDelta" not in event:
            continue
        number = event["contentBlockDelta"]["contentBlockIndex"]
        delta = event["contentBlockDelta"]["delta"]
        reasoning = delta.get("reasoningContent")
        if number not in started:
            started.add(number)
            shell = {"type": "text", "text": ""}
            if reasoning is not None:
                shell = {"type": "thinking", "thinking": "", "signature": ""}
            yield {"type": "content_block_start", "index": number, "content_block": shell}
        if reasoning is None:
            made = {"type": "text_delta", "text": delta.get("text", "")}
        elif "text" in reasoning:
            made = {"type": "thinking_delta", "thinking": reasoning["text"]}
        else:
            made = {"type": "signature_delta", "signature": reasoning.get("signature", "")}
        yield {"type": "content_block_delta", "index": number, "delta": made}
