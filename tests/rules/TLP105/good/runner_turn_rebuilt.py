"""The round's turn is given to the runner as a message of its own."""

import anthropic


def ask(tools, question, limit):
    client = anthropic.Anthropic()
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7", max_tokens=1024, tools=tools, messages=[{"role": "user", "content": question}]
    )
    for number, message in enumerate(runner):
        response = runner.generate_tool_call_response()
        if response is None or number > limit:
            return message
        runner.append_messages({"role": "assistant", "content": message.content}, response)
