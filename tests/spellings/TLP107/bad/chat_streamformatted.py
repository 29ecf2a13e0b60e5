import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


def run(messages):
    while True:
        text, tool_calls = "", []
        stream = client.chat.completions.create(model="deepseek-reasoner", messages=messages, tools=TOOLS, stream=True)
        for chunk in stream:
            delta = chunk.choices[0].delta
            if delta.content:
                text += delta.content
            if delta.tool_calls:
                for c in delta.tool_calls:
                    while len(tool_calls) <= c.index:
                        tool_calls.append({"id": "", "type": "function", "function": {"name": "", "arguments": ""}})
                    if c.id:
                        tool_calls[c.index]["id"] = c.id
                    tool_calls[c.index]["function"]["arguments"] += c.function.arguments or ""
        if not tool_calls:
            return text
        formatted = []
        for i, tc in enumerate(tool_calls):
            if tc["function"]["name"]:
                tool_id = tc["id"] if tc["id"] else f"call_{i}"
                formatted.append(
                    {
                        "id": tool_id,
                        "type": "function",
                        "function": {"name": tc["function"]["name"], "arguments": tc["function"]["arguments"]},
                    }
                )
        assistant_message = {"role": "assistant", "content": text or None}  # expect: TLP107
        if formatted:
            if not text:
                assistant_message["content"] = None
            assistant_message["tool_calls"] = formatted
            messages.append(assistant_message)
        for c in tool_calls:
            messages.append({"role": "tool", "tool_call_id": c["id"], "content": execute(c)})
