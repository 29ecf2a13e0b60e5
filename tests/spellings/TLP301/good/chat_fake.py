import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def fake():
    return {
        "choices": [
            {
                "message": {
                    "role": "assistant",
                    "content": text(),
                    "tool_calls": calls(),
                    "reasoning_content": "thinking",
                },
                "finish_reason": "stop",
            }
        ]
    }
