from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def talk(history, tools, run, show):
    searching = {"type": "web_search_20250305", "name": "web_search"}
    while True:
        async with client.messages.stream(
            model="claude-sonnet-4-6", max_tokens=4000, messages=history, tools=tools + [searching]
        ) as stream:
            async for text in stream.text_stream:
                show(text)
            final = await stream.get_final_message()
        history.append({"role": "assistant", "content": final.content})
        results = []
        for block in final.content:
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": await run(block)})
        if len(results) == 0:  # expect: TLP110
            return final
        history.append({"role": "user", "content": results})
