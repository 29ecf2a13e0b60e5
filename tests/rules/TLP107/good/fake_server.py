"""A local server that answers like DeepSeek, for demonstrations."""

import time


def completion(text, calls):
    return {
        "id": "chatcmpl-1",
        "model": "deepseek-chat",
        "created": int(time.time()),
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls" if calls else "stop",
                "message": {
                    "role": "assistant",
                    "content": text,
                    "tool_calls": [
                        {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}}
                        for c in calls
                    ],
                },
            }
        ],
    }
