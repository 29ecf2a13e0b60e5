import dataclasses
import time

from anthropic import Anthropic


@dataclasses.dataclass
class Span:
    at: float
    reasoning: str | None
    answer: str | None


def traced(client: Anthropic, convo, tools, execute, spans: list[Span]):
    while True:
        r = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=convo, tools=tools)
        reasoning = "".join(b.thinking for b in r.content if b.type == "thinking") or None
        answer = "".join(b.text for b in r.content if b.type == "text") or None
        spans.append(Span(time.time(), reasoning, answer))
        convo.append({"role": "assistant", "content": r.content})
        calls = [b for b in r.content if b.type == "tool_use"]
        if not calls:
            return answer
        convo.append({"role": "user", "content": [execute(c) for c in calls]})
