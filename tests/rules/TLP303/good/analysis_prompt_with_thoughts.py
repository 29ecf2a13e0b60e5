import json

import anthropic

client = anthropic.Anthropic()


def judge(transcript):
    """A second model reads the transcript as text; nothing is replayed."""
    rows = []
    for message in transcript:
        for block in message["content"] if isinstance(message["content"], list) else []:
            if block["type"] == "thinking":
                rows.append({"type": "thinking", "thinking": block["thinking"]})
            elif block["type"] == "text":
                rows.append({"type": "text", "text": block["text"]})
    verdict = client.messages.create(
        model="claude-sonnet-4-6",
        max_tokens=400,
        messages=[{"role": "user", "content": "Was this careful work?\n" + json.dumps(rows)}],
    )
    return verdict.content[0].text
