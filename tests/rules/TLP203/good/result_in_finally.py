import anthropic

client = anthropic.Anthropic()


def loop(history, tools, functions):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1400, messages=history, tools=tools)
        history.append({"role": "assistant", "content": m.content})
        results = []
        for b in m.content:
            if b.type != "tool_use":
                continue
            text, failed = "cancelled", True
            try:
                text, failed = functions[b.name](**b.input), False
            except Exception as exc:
                text = f"{type(exc).__name__}: {exc}"
            finally:
                results.append({"type": "tool_result", "tool_use_id": b.id, "content": text, "is_error": failed})
        if not results:
            return m
        history.append({"role": "user", "content": results})
