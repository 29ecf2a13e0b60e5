async def voice_loop(client, turns, tools, act, speaker):
    while True:
        m = await client.messages.create(model="claude-opus-4-5", max_tokens=1000, messages=turns, tools=tools)
        turns = turns + [{"role": "assistant", "content": m.content}]
        for block in m.content:
            if block.type == "text":
                await speaker.say(block.text)
            elif block.type == "tool_use":
                await speaker.say(f"I will use {block.name}.")
        answers = [await act(b) for b in m.content if b.type == "tool_use"]
        if not answers:
            return turns
        turns = turns + [{"role": "user", "content": answers}]
