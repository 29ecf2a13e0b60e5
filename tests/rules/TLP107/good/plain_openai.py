from openai import AsyncOpenAI

client = AsyncOpenAI()


async def loop(history, tools, run):
    while True:
        reply = await client.chat.completions.create(model="gpt-4.1", messages=history, tools=tools)
        message = reply.choices[0].message
        history.append({"role": "assistant", "content": message.content, "tool_calls": message.tool_calls})
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            history.append({"role": "tool", "tool_call_id": call.id, "content": await run(call)})
