from openai import AsyncOpenAI

KIMI = AsyncOpenAI(base_url="https://api.moonshot.cn/v1")


async def run(history, tools, execute):
    for _ in range(12):
        reply = await KIMI.chat.completions.create(model="kimi-k2-thinking", messages=history, tools=tools)
        turn = reply.choices[0].message
        if not turn.tool_calls:
            break
        history += [turn.model_dump(exclude_none=True)]
        for call in turn.tool_calls:
            history += [dict(role="tool", tool_call_id=call.id, content=await execute(call.function))]
    return history
