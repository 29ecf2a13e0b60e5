"""What has no signature is dropped from the whole history on the way to the provider."""
import httpx


def keeps(block):
    return block["type"] != "thinking" or bool(block.get("signature"))


def clean(messages):
    for message in messages:
        content = message["content"]
        if isinstance(content, list):
            message["content"] = [b for b in content if keeps(b)]  # expect: TLP401
    return messages


def post(http, key, body):
    body["messages"] = clean(body["messages"])
    response = http.post("https://api.anthropic.com/v1/messages", headers={"x-api-key": key}, json=body)
    return response.raise_for_status().json()


def loop(key, messages, tools, run):
    with httpx.Client() as http:
        while True:
            body = {"model": "claude-opus-4-7", "max_tokens": 8000, "messages": messages, "tools": tools}
            reply = post(http, key, body)
            messages.append({"role": "assistant", "content": reply["content"]})
            calls = [b for b in reply["content"] if b["type"] == "tool_use"]
            if not calls:
                return reply
            results = [
                {"type": "tool_result", "tool_use_id": c["id"], "content": run(c["name"], c["input"])} for c in calls
            ]
            messages.append({"role": "user", "content": results})
