import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, budget):
    while budget > 0:
        budget -= 1
        reply = client.messages.create(
            model="claude-opus-5-5",
            max_tokens=4096,
            tools=tools,
            messages=history + [{"role": "user", "content": f"{budget} rounds are left."}],  # expect: TLP406
        )
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            break
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
    return history
