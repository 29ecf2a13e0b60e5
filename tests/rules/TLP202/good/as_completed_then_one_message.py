import concurrent.futures

import anthropic


class Pool:
    def __init__(self, tools, run):
        self.client = anthropic.Anthropic()
        self.tools, self.run = tools, run
        self.executor = concurrent.futures.ThreadPoolExecutor(4)
        self.turns = []

    def step(self):
        m = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=1600, messages=self.turns, tools=self.tools
        )
        self.turns.append({"role": "assistant", "content": m.content})
        jobs = {self.executor.submit(self.run, b.name, b.input): b for b in m.content if b.type == "tool_use"}
        results = []
        for job in concurrent.futures.as_completed(jobs):
            results.append({"type": "tool_result", "tool_use_id": jobs[job].id, "content": job.result()})
        if results:
            self.turns.append({"role": "user", "content": results})
        return bool(results)
