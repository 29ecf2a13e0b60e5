from openai import AsyncOpenAI

client = AsyncOpenAI(base_url="https://api.anthropic.com/v1/")


async def ask(messages):
    return await client.chat.completions.create(
        model="claude-opus-4-7", messages=messages, extra_body={"thinking": {"type": "adaptive"}}
    )
