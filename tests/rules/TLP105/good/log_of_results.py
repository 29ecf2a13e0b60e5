"""The results go into a log that no request sends."""

import anthropic


def loop(history, tools, run, audit):
    client = anthropic.Anthropic()
    report = []
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=history, tools=tools)
        uses = [b for b in reply.content if b.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        report.append({"role": "user", "content": results})
        if not audit(len(report)):
            return report
