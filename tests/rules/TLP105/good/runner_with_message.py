"""Messages are given to the runner, the round's own first."""

import anthropic


async def ask(tools, question):
    client = anthropic.AsyncAnthropic()
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7", max_tokens=1024, tools=tools, messages=[{"role": "user", "content": question}]
    )
    async for message in runner:
        response = await runner.generate_tool_call_response()
        if response is None:
            break
        note = {"type": "text", "text": "Be quick."}
        runner.append_messages(message, {"role": "user", "content": [*response["content"], note]})
    return message
