import anthropic
from house.wire import merge_consecutive_messages

def convert(messages):
    out = []
    for m in messages:
        if m["role"] == "tool":
            out.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": m["tool_call_id"], "content": m["content"]}]})
        else:
            out.append({"role": m["role"], "content": m["content"]})
    return out

def ask(client: anthropic.Anthropic, messages, tools):
    wire = merge_consecutive_messages(convert(messages))
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=wire, tools=tools)
