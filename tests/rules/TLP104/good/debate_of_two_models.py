import asyncio

from anthropic import AsyncAnthropic

client = AsyncAnthropic()


async def opinion(side, heard):
    message = await client.messages.create(
        model="claude-sonnet-4-6", max_tokens=400, system=f"You argue {side}.", messages=heard
    )
    return message.content[0].text


async def debate(question, rounds):
    pro = [{"role": "user", "content": question}]
    contra = [{"role": "user", "content": question}]
    for _ in range(rounds):
        a, b = await asyncio.gather(opinion("for it", pro), opinion("against it", contra))
        pro += [{"role": "assistant", "content": a}, {"role": "user", "content": b}]
        contra += [{"role": "assistant", "content": b}, {"role": "user", "content": a}]
    return pro, contra
