from litellm import completion


def step(history, tools, run, extras):
    message = completion(model="xai/grok-4", messages=history, tools=tools).choices[0].message
    history.append(
        {"role": "assistant", "content": message.content, "tool_calls": message.tool_calls, **extras(message)}
    )
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
