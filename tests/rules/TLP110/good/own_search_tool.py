import anthropic

client = anthropic.Anthropic()
TOOLS = [
    {
        "name": "web_search",
        "description": "Search our index",
        "input_schema": {"type": "object", "properties": {"query": {"type": "string"}}},
    }
]


def agent(history, search):
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=TOOLS)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": search(c.input["query"])} for c in calls]
        history.append({"role": "user", "content": results})
