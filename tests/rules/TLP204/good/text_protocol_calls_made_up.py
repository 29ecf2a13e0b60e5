import json
import re
import uuid

import anthropic

client = anthropic.Anthropic()
CALL = re.compile(r"<call>(.*?)</call>", re.DOTALL)


def parse(text):
    """Calls that a model wrote as text become blocks."""
    found = []
    for match in CALL.finditer(text):
        data = json.loads(match.group(1))
        found.append({"type": "tool_use", "id": f"call_{uuid.uuid4().hex}", "name": data["name"], "input": data["args"]})
    return found


def continue_with(messages, text, run):
    for call in parse(text):
        messages.append({"role": "assistant", "content": [call]})
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": run(call["name"], call["input"])}
        messages.append({"role": "user", "content": [result]})
    return client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages)
