from anthropic import Anthropic


def collect(client: Anthropic, batch_id: str) -> dict[str, list[str]]:
    """Answers of a finished batch; each request was a single question."""
    answers: dict[str, list[str]] = {}
    for entry in client.messages.batches.results(batch_id):
        if entry.result.type != "succeeded":
            continue
        blocks = [b for b in entry.result.message.content if b.type in ("text", "tool_use")]
        answers[entry.custom_id] = [b.text for b in blocks if b.type == "text"]
    return answers
