"""The tool runner is given the results, and then puts in nothing of the round itself."""

import anthropic


def follow(tools, question):
    client = anthropic.Anthropic()
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7", max_tokens=1024, tools=tools, messages=[{"role": "user", "content": question}]
    )
    last = None
    for message in runner:
        last = message
        response = runner.generate_tool_call_response()
        if response is not None:
            runner.append_messages(response)  # expect: TLP105
    return last
