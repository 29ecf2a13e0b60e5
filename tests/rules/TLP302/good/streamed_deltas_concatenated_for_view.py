async def watched(client, wire, tools, use, view):
    while True:
        thought = ""
        async with client.messages.stream(
            model="claude-opus-4-5", max_tokens=1200, messages=wire, tools=tools
        ) as stream:
            async for event in stream:
                if event.type == "thinking":
                    thought += event.thinking
                    view.show(thought.replace("\n", " ")[-80:])
            final = await stream.get_final_message()
        wire.append({"role": "assistant", "content": final.content})
        results = [await use(b) for b in final.content if b.type == "tool_use"]
        if not results:
            return final
        wire.append({"role": "user", "content": results})
