import json

import boto3

runtime = boto3.client("bedrock-runtime")


def invoke(messages, tools):
    request = {
        "anthropic_version": "bedrock-2023-05-31",
        "max_tokens": 2000,
        "messages": messages,
        "tools": tools,
    }
    raw = runtime.invoke_model(modelId="anthropic.claude-3-7-sonnet-20250219-v1:0", body=json.dumps(request))
    return json.loads(raw["body"].read())


def loop(messages, tools, functions):
    while True:
        body = invoke(messages, tools)
        messages.append({"role": "assistant", "content": body["content"]})
        if body["stop_reason"] != "tool_use":
            return body
        wanted = body["content"][-1]  # expect: TLP201
        result = functions[wanted["name"]](wanted["input"])
        messages.append(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": wanted["id"], "content": json.dumps(result)}],
            }
        )
