from anthropic import Anthropic

api = Anthropic()
CLIENT_ONLY = {"parsed_output", "caller", "index", "status"}


def clean(block):
    data = block.model_dump(mode="json")
    return {key: value for key, value in data.items() if key not in CLIENT_ONLY and value is not None}


def interact(history, tools, answer):
    while True:
        parsed = api.beta.messages.parse(model="claude-opus-4-6", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": [clean(b) for b in parsed.content]})
        if parsed.stop_reason != "tool_use":
            return parsed.parsed_output
        history.append({"role": "user", "content": [answer(b) for b in parsed.content if b.type == "tool_use"]})
