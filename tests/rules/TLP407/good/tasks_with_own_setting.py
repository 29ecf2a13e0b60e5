import anthropic

client = anthropic.Anthropic()


def work(tasks, tools, answer):
    for number, task in enumerate(tasks):
        messages = [{"role": "user", "content": task}]
        mode = {"type": "adaptive"} if number == 0 else {"type": "disabled"}
        while True:
            reply = client.messages.create(
                model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools, thinking=mode
            )
            messages.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            if not results:
                break
            messages.append({"role": "user", "content": results})
