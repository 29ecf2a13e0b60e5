"""The tool runner appends by itself; what the program appends are its own notes."""

import anthropic


def ask(tools, question, log):
    client = anthropic.Anthropic()
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7", max_tokens=1024, tools=tools, messages=[{"role": "user", "content": question}]
    )
    for message in runner:
        log.append({"stop": message.stop_reason, "results": runner.generate_tool_call_response()})
    return runner.until_done()
