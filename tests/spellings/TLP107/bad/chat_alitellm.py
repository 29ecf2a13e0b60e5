from litellm import acompletion


async def run(messages):
    while True:
        m = (await acompletion(model=MODEL, messages=messages, tools=TOOLS)).choices[0].message
        if not m.tool_calls:
            return m.content
        messages.append(
            {"role": "assistant", "content": m.content, "tool_calls": [tc.model_dump() for tc in m.tool_calls]}  # expect: TLP107
        )
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})
