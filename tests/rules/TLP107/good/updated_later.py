import httpx


async def step(http: httpx.AsyncClient, history, tools, run):
    body = {"model": "glm-4.7", "messages": history, "tools": tools}
    reply = (await http.post("https://api.z.ai/api/paas/v4/chat/completions", json=body)).json()
    turn = reply["choices"][0]["message"]
    entry = {"role": "assistant", "content": turn["content"], "tool_calls": turn.get("tool_calls")}
    entry.update(reasoning_content=turn.get("reasoning_content", ""))
    history.append(entry)
    for call in turn.get("tool_calls") or []:
        history.append({"role": "tool", "tool_call_id": call["id"], "content": await run(call["function"])})
