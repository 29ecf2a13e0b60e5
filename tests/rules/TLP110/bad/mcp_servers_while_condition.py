import anthropic

client = anthropic.Anthropic()
SERVERS = [{"type": "url", "url": "https://mcp.example.com/sse", "name": "tickets"}]


def ask(history, tools):
    return client.beta.messages.create(
        model="claude-opus-4-7",
        max_tokens=4096,
        messages=history,
        tools=tools,
        mcp_servers=SERVERS,
        betas=["mcp-client-2025-11-20"],
    )


def drive(history, tools, run):
    stop = "tool_use"
    while stop == "tool_use":
        reply = client.beta.messages.create(
            model="claude-opus-4-7",
            max_tokens=4096,
            messages=history,
            tools=tools,
            mcp_servers=SERVERS,
            betas=["mcp-client-2025-11-20"],
        )
        stop = reply.stop_reason
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason in ("end_turn", "pause_turn", "stop_sequence"):  # expect: TLP110
            break
        results = [run(b) for b in reply.content if b.type == "tool_use"]
        history.append({"role": "user", "content": results})
    return history
