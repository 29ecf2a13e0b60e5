import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def assistant_message(text_parts, thinking_parts, tool_calls, thinking):
    reasoning = "\n".join(thinking_parts)
    if thinking and not reasoning.strip():
        reasoning = "(reasoning omitted)"  # expect: TLP301
    message = {"role": "assistant", "content": "\n".join(text_parts)}
    if reasoning:
        message["reasoning_content"] = reasoning
    if tool_calls:
        message["tool_calls"] = tool_calls
    return message
