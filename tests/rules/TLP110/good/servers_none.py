import anthropic

client = anthropic.Anthropic()


def agent(history, tools, run):
    while True:
        reply = client.beta.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools, mcp_servers=[]
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [run(b) for b in reply.content if b.type == "tool_use"]})
