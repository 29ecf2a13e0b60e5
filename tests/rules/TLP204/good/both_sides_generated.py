import json
import uuid

import anthropic


class Replayer:
    """Stored calls have no ids: they get one here, and their results get the same."""

    def __init__(self, client: anthropic.Anthropic):
        self.client = client

    def wire(self, steps):
        messages = []
        for step in steps:
            call_id = f"toolu_{uuid.uuid4().hex[:24]}"
            call = {"type": "tool_use", "id": call_id, "name": step["tool"], "input": json.loads(step["args"])}
            messages.append({"role": "assistant", "content": [call]})
            result = {"type": "tool_result", "tool_use_id": call_id, "content": step["output"]}
            messages.append({"role": "user", "content": [result]})
        return messages

    def ask(self, steps):
        return self.client.messages.create(model="claude-opus-4-5", max_tokens=900, messages=self.wire(steps))
