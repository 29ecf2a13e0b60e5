import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"

import re


def without_tags(text):
    text = re.sub(r"^<think>", "", text)
    return text.strip()


def assistant_message(content, tool_calls, reasoning_content):
    return {
        "role": "assistant",
        "content": content,
        "tool_calls": tool_calls,
        "reasoning_content": without_tags(reasoning_content) if reasoning_content is not None else "",  # expect: TLP302
    }
