import json
import re
import uuid

import litellm

CALL = re.compile(r"<call>(.*?)</call>", re.DOTALL)


def step(history, tools):
    """A model without tool calling: calls are parsed from its text."""
    text = litellm.completion(model="ollama/llama2", messages=history).choices[0].message.content
    calls = [json.loads(m) for m in CALL.findall(text)]
    history.append(
        {
            "role": "assistant",
            "content": CALL.sub("", text),
            "tool_calls": [
                {
                    "id": f"call_{uuid.uuid4().hex[:8]}",
                    "type": "function",
                    "function": {"name": c["name"], "arguments": json.dumps(c["arguments"])},
                }
                for c in calls
            ],
        }
    )
    return calls
