import anthropic


def run_agent(prompt, tools, functions):
    client = anthropic.Anthropic()
    exchange = [{"role": "user", "content": prompt}]
    results = []

    def answer(use_id, text, failed=False):
        results.append({"type": "tool_result", "tool_use_id": use_id, "content": text, "is_error": failed})

    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1600, messages=exchange, tools=tools)
        exchange.append({"role": "assistant", "content": m.content})
        results.clear()
        for b in m.content:
            if b.type == "tool_use":
                try:
                    answer(b.id, functions[b.name](**b.input))
                except Exception as exc:
                    answer(b.id, str(exc), failed=True)
        if not results:
            return m
        exchange.append({"role": "user", "content": list(results)})
