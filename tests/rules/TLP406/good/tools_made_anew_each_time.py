import anthropic

client = anthropic.Anthropic()
BASE = {"name": "search", "description": "Search", "input_schema": {"type": "object", "properties": {}}}


def agent(history, answer, extra):
    while True:
        tools = [dict(BASE)]
        tools.append(extra)
        reply = client.messages.create(
            model="claude-opus-5-5", max_tokens=4096, messages=history, tools=tools
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
