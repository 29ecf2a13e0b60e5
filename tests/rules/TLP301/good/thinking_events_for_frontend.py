import json

from anthropic import AsyncAnthropic


async def sse(prompt, tools, run):
    client = AsyncAnthropic()
    thread = [{"role": "user", "content": prompt}]
    while True:
        async with client.messages.stream(
            model="claude-opus-4-5", max_tokens=4096, messages=thread, tools=tools
        ) as stream:
            async for event in stream:
                if event.type == "thinking":
                    yield "data: " + json.dumps({"type": "thinking", "thinking": event.thinking}) + "\n\n"
                elif event.type == "text":
                    yield "data: " + json.dumps({"type": "text", "text": event.text}) + "\n\n"
        message = await stream.get_final_message()
        thread.append({"role": "assistant", "content": message.content})
        if message.stop_reason != "tool_use":
            return
        thread.append({"role": "user", "content": [await run(b) for b in message.content if b.type == "tool_use"]})
