import concurrent.futures

import anthropic

client = anthropic.Anthropic()


def loop(turns, tools, run):
    pool = concurrent.futures.ThreadPoolExecutor(8)
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1800, messages=turns, tools=tools)
        turns.append({"role": "assistant", "content": m.content})
        calls = [b for b in m.content if b.type == "tool_use"]
        if not calls:
            return m
        # the first one here, the others on threads
        futures = [pool.submit(run, c.name, c.input) for c in calls[1:]]
        texts = [run(calls[0].name, calls[0].input), *[f.result() for f in futures]]
        outs = [{"type": "tool_result", "tool_use_id": c.id, "content": t} for c, t in zip(calls, texts)]
        turns.append({"role": "user", "content": outs})
