import litellm


async def step(history, tools, run):
    reply = await litellm.acompletion(model="anthropic/claude-opus-4-7", messages=history, tools=tools)
    message = reply.choices[0].message
    history.append({**message.model_dump(exclude_none=True), "role": "assistant"})
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": await run(call)})
