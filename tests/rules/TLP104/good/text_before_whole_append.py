async def speak(claude, convo, tools, say, do):
    while True:
        msg = await claude.messages.create(model="claude-opus-4-5", max_tokens=1200, messages=convo, tools=tools)
        spoken = " ".join(b.text for b in msg.content if b.type == "text")
        if spoken:
            await say({"role": "assistant", "content": spoken})
        convo.append({"role": "assistant", "content": msg.content})
        if msg.stop_reason != "tool_use":
            return spoken
        convo.append({"role": "user", "content": [await do(b) for b in msg.content if b.type == "tool_use"]})
