"""Two providers: chat completions want one tool message per call, Claude wants one message for all."""

from anthropic import Anthropic
from openai import OpenAI


def claude_loop(history, tools, run):
    client = Anthropic()
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": r.content})
        uses = [b for b in r.content if b.type == "tool_use"]
        if not uses:
            return r
        outs = [{"type": "tool_result", "tool_use_id": u.id, "content": run(u.name, u.input)} for u in uses]
        history.append({"role": "user", "content": outs})


def gpt_loop(history, tools, run):
    client = OpenAI()
    while True:
        message = client.chat.completions.create(model="gpt-4.1", messages=history, tools=tools).choices[0].message
        history.append(message)
        if not message.tool_calls:
            return message
        for call in message.tool_calls:
            history.append(
                {"role": "tool", "tool_call_id": call.id, "content": run(call.function.name, call.function.arguments)}
            )
