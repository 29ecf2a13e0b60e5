"""What is deleted are the calls that are done, from a list of calls."""

import anthropic


class Runner:
    def __init__(self, client: anthropic.Anthropic, pool):
        self.client, self.pool = client, pool

    def step(self, history, tools):
        reply = self.client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": reply.content})
        waiting = [b for b in reply.content if b.type == "tool_use"]
        results = []
        while waiting:
            for number in range(len(waiting) - 1, -1, -1):
                if self.pool.done(waiting[number].id):
                    results.append(
                        {
                            "type": "tool_result",
                            "tool_use_id": waiting[number].id,
                            "content": self.pool.text(waiting[number].id),
                        }
                    )
                    del waiting[number]
        if results:
            history.append({"role": "user", "content": results})
        return reply
