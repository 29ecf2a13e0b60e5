import anthropic
from anthropic.types import TextBlock

client = anthropic.Anthropic()


def loop(turns, tools, call):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=2048, messages=turns, tools=tools)
        out = []
        for b in reply.content:
            if isinstance(b, TextBlock):
                out.append({"type": "text", "text": b.text})
            else:
                out.append(b.model_dump())
        turns.append({"role": "assistant", "content": out})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        turns.append({"role": "user", "content": [call(u) for u in uses]})
