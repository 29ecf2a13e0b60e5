import asyncio

import anthropic


async def work(transcript: list, specs: list, toolset) -> None:
    client = anthropic.AsyncAnthropic()
    while True:
        response = await client.messages.create(
            model="claude-opus-4-6", max_tokens=8000, messages=transcript, tools=specs
        )
        transcript.append(response.to_param())
        tool_blocks = [block for block in response.content if block.type == "tool_use"]
        if not tool_blocks:
            return
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(toolset.invoke(block.name, block.input)) for block in tool_blocks]
        results = []
        for block, task in zip(tool_blocks, tasks):
            results.append({"type": "tool_result", "tool_use_id": block.id, "content": task.result()})
        transcript.append({"role": "user", "content": results})
