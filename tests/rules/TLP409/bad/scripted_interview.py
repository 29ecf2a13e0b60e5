import anthropic

client = anthropic.Anthropic()
OPTIONS = {
    "model": "claude-sonnet-4-20250514",
    "max_tokens": 9000,
    "thinking": {"type": "enabled", "budget_tokens": 4000},
}


def interview(questions, tools, answer):
    log = [{"role": "user", "content": "Let us begin."}, {"role": "assistant", "content": "Gladly."}]
    for question in questions:
        log.append({"role": "user", "content": question})  # expect: TLP409
        done = False
        while not done:
            reply = client.messages.create(messages=log, tools=tools, **OPTIONS)
            log.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            done = not results
            if results:
                log.append({"role": "user", "content": results})
    return log
