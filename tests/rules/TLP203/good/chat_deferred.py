import asyncio

from openai import AsyncOpenAI

client = AsyncOpenAI()


class Job:
    def __init__(self, call, error=None):
        self.call, self.error = call, error


def parse(call):
    return Job(call)


async def run(messages, tools, work):
    reply = await client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools)
    message = reply.choices[0].message
    messages.append(message)
    jobs = []
    for call in message.tool_calls or []:
        job = parse(call)
        if job.error is not None:
            messages.append({"role": "tool", "tool_call_id": call.id, "content": job.error})
            continue
        jobs.append(job)
    for job, output in zip(jobs, await asyncio.gather(*(work(j) for j in jobs))):
        messages.append({"role": "tool", "tool_call_id": job.call.id, "content": output})
    return await client.chat.completions.create(model="gpt-4.1", messages=messages, tools=tools)
