import json

from anthropic import AsyncAnthropic


def attributes(message):
    """GenAI semantic conventions: what the span may show."""
    parts = []
    for block in message.content:
        if block.type == "text":
            parts.append({"type": "text", "content": block.text})
        elif block.type == "thinking":
            parts.append({"type": "reasoning", "content": block.thinking})
        elif block.type == "tool_use":
            parts.append({"type": "tool_call", "id": block.id, "name": block.name, "arguments": block.input})
    return {"gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": parts}])}


async def traced_loop(client: AsyncAnthropic, tracer, wire, tools, use):
    while True:
        with tracer.start_as_current_span("chat") as span:
            m = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=wire, tools=tools)
            span.set_attributes(attributes(m))
        wire.append({"role": "assistant", "content": m.content})
        results = [await use(b) for b in m.content if b.type == "tool_use"]
        if not results:
            return m
        wire.append({"role": "user", "content": results})
