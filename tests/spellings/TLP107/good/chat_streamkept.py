import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def run(messages):
    while True:
        text, calls, reasoning = "", {}, ""
        for chunk in client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS, stream=True):
            delta = chunk.choices[0].delta
            if delta.content:
                text += delta.content
            if getattr(delta, "reasoning_content", None):
                reasoning += delta.reasoning_content
                print(delta.reasoning_content)
            for c in delta.tool_calls or []:
                entry = calls.setdefault(
                    c.index, {"id": "", "type": "function", "function": {"name": "", "arguments": ""}}
                )
                if c.id:
                    entry["id"] = c.id
                if c.function.name:
                    entry["function"]["name"] += c.function.name
                if c.function.arguments:
                    entry["function"]["arguments"] += c.function.arguments
        tool_calls = [calls[i] for i in sorted(calls)]
        if not tool_calls:
            return text
        messages.append(
            {"role": "assistant", "content": text, "tool_calls": tool_calls, "reasoning_content": reasoning}
        )
        for c in tool_calls:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})
