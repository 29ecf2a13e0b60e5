from openai import AsyncOpenAI

client = AsyncOpenAI(base_url="https://api.deepseek.com")


def as_row(message):
    calls = [{"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.raw}} for c in message.calls]
    row = {"role": "assistant", "content": message.text, "tool_calls": calls}  # expect: TLP107
    return row | {"name": "worker"}


async def ask(stored, tools):
    messages = [as_row(m) for m in stored]
    return await client.chat.completions.create(model="deepseek-chat", messages=messages, tools=tools)
