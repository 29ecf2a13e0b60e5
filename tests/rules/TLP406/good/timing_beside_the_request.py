import time
import uuid

import anthropic

client = anthropic.Anthropic()


def agent(history, tools, answer, log):
    step = 0
    while True:
        step += 1
        started = time.time()
        reply = client.messages.create(
            model="claude-opus-5-5",
            max_tokens=4096,
            system="You work.",
            messages=history,
            tools=tools,
            metadata={"user_id": "u1"},
            extra_headers={"x-request-id": str(uuid.uuid4())},
        )
        log.append(f"step {step}: {time.time() - started}")
        history.append({"role": "assistant", "content": reply.content})
        if reply.stop_reason != "tool_use":
            return reply
        history.append({"role": "user", "content": [answer(b) for b in reply.content if b.type == "tool_use"]})
