"""A history object of another file takes the response whole."""

import anthropic

from .history import History


async def chat(client: anthropic.AsyncAnthropic, history: History, tools, call):
    messages = history.messages
    while True:
        reply = await client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        history.add_response(reply)
        results = []
        for block in reply.content:
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": await call(block)})
        if not results:
            return reply
        messages.append({"role": "user", "content": results})
