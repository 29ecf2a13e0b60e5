import json

import litellm

litellm.modify_params = True  # expect: TLP408


async def agent(messages, tools, registry):
    while True:
        response = await litellm.acompletion(
            model="anthropic/claude-opus-4-7",
            messages=messages,
            tools=tools,
            reasoning_effort="high",
        )
        message = response.choices[0].message
        messages.append(message)
        if not message.tool_calls:
            return message.content
        for call in message.tool_calls:
            output = await registry[call.function.name](**json.loads(call.function.arguments))
            messages.append({"role": "tool", "tool_call_id": call.id, "content": output})
