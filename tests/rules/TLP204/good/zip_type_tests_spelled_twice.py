import anthropic
from anthropic.types import ToolUseBlock

client = anthropic.Anthropic()


def step(history, tools, run):
    reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
    history.append({"role": "assistant", "content": reply.content})
    calls = [b for b in reply.content if isinstance(b, ToolUseBlock)]
    outputs = [run(x.name, x.input) for x in reply.content if x.type == "tool_use"]
    content = []
    for call, output in zip(calls, outputs):
        content.append({"type": "tool_result", "tool_use_id": call.id, "content": output})
    history.append({"role": "user", "content": content})
