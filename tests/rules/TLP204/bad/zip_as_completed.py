from concurrent.futures import ThreadPoolExecutor, as_completed

import anthropic

client = anthropic.Anthropic()


def parallel(history, tools, execute):
    with ThreadPoolExecutor(max_workers=8) as pool:
        while True:
            reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
            history.append({"role": "assistant", "content": reply.content})
            calls = [b for b in reply.content if b.type == "tool_use"]
            if not calls:
                return reply
            futures = [pool.submit(execute, call.name, call.input) for call in calls]
            outputs = [future.result() for future in as_completed(futures)]
            results = [
                {"type": "tool_result", "tool_use_id": call.id, "content": output}  # expect: TLP204
                for call, output in zip(calls, outputs)
            ]
            history.append({"role": "user", "content": results})
