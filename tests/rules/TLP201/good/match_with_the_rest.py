"""The pattern takes the first call off, and the rest is answered as well."""

import anthropic


def answers(calls, run):
    match calls:
        case []:
            return []
        case [call, *rest]:
            one = {"type": "tool_result", "tool_use_id": call.id, "content": run(call)}
            return [one, *answers(rest, run)]


def loop(client: anthropic.Anthropic, history, tools, run):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        results = answers([b for b in reply.content if b.type == "tool_use"], run)
        if not results:
            return reply
        history.append({"role": "user", "content": results})
