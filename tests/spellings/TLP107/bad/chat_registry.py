from openai import OpenAI

PROVIDERS = {
    "openai": {"base_url": "https://api.openai.com/v1", "model": "gpt-4o"},
    "openrouter": {"base_url": "https://openrouter.ai/api/v1", "model": "x"},
}


def run(messages):
    while True:
        m = (
            OpenAI(base_url=PROVIDERS[p]["base_url"])
            .chat.completions.create(model=PROVIDERS[p]["model"], messages=messages, tools=TOOLS)
            .choices[0]
            .message
        )
        if not m.tool_calls:
            return m.content
        messages.append({"role": "assistant", "content": m.content, "tool_calls": m.tool_calls})  # expect: TLP107
        for c in m.tool_calls:
            messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})
