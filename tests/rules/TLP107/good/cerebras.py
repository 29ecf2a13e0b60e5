from cerebras.cloud.sdk import Cerebras

client = Cerebras()


def step(history, tools, run):
    """Cerebras refuses the field."""
    message = client.chat.completions.create(model="gpt-oss-120b", messages=history, tools=tools).choices[0].message
    history.append({"role": "assistant", "content": message.content, "tool_calls": message.tool_calls})
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
