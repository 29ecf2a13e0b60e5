from collections import deque

from anthropic import AnthropicVertex


def work_off(client: AnthropicVertex, story, tools, run):
    pending = deque()
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1800, messages=story, tools=tools)
        story.append({"role": "assistant", "content": m.content})
        pending.extend(b for b in m.content if b.type == "tool_use")
        if not pending:
            return m
        results = []
        while pending:
            head = pending.popleft()
            results.append({"type": "tool_result", "tool_use_id": head.id, "content": run(head)})
        story.append({"role": "user", "content": results})
