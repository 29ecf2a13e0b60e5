import anthropic

client = anthropic.Anthropic()


def answer_all(messages, tools, jobs):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
    messages.append({"role": "assistant", "content": reply.content})
    calls = [b for b in reply.content if b.type == "tool_use"]
    results = []
    for job in jobs.run({call.id: call for call in calls}):
        call = next(c for c in calls if c.id == job.call_id)
        results.append({"type": "tool_result", "tool_use_id": call.id, "content": job.output})
    messages.append({"role": "user", "content": results})
