"""The messages are set as a whole: whether the turn is in them is the program's business."""

import anthropic


def ask(tools, question, with_turn):
    client = anthropic.Anthropic()
    runner = client.beta.messages.tool_runner(
        model="claude-opus-4-7", max_tokens=1024, tools=tools, messages=[{"role": "user", "content": question}]
    )
    for message in runner:
        print(message.stop_reason)
        runner.set_messages_params(lambda params: {**params, "messages": with_turn(params["messages"])})
        runner.append_messages({"role": "user", "content": "Go on."})
    return runner.until_done()
