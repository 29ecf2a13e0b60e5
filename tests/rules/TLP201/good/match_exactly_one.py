"""The pattern fits one call only; several are answered in the other branch."""

import anthropic

client = anthropic.Anthropic()


def step(history, tools, run, run_all):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    calls = [b for b in reply.content if b.type == "tool_use"]
    match calls:
        case [call]:
            content = [{"type": "tool_result", "tool_use_id": call.id, "content": run(call)}]
            history.append({"role": "user", "content": content})
        case [_, *_]:
            content = [
                {"type": "tool_result", "tool_use_id": c.id, "content": text}
                for c, text in zip(calls, run_all(calls), strict=True)
            ]
            history.append({"role": "user", "content": content})
    return reply
