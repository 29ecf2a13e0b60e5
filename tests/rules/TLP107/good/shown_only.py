from litellm import completion


def step(history, tools, run, socket):
    message = completion(model="deepseek/deepseek-chat", messages=history, tools=tools).choices[0].message
    history.append(message)
    socket.send_json({"role": "assistant", "content": message.content, "tool_calls": [c.id for c in message.tool_calls or []]})
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
