from concurrent.futures import ThreadPoolExecutor, as_completed

import anthropic

client = anthropic.Anthropic()


def parallel(history, tools, execute):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = []
        with ThreadPoolExecutor() as pool:
            waiting = {pool.submit(execute, c.name, c.input): c.id for c in calls}
            for future in as_completed(waiting):
                results.append(
                    {"type": "tool_result", "tool_use_id": waiting[future], "content": future.result()}
                )
        history.append({"role": "user", "content": results})
