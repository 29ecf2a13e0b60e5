import copy

import boto3

client = boto3.client("bedrock-runtime")


def ask(messages, config, answer):
    while True:
        reply = client.converse(modelId="anthropic.claude-opus-4-7", messages=messages, toolConfig=config)
        message = copy.deepcopy(reply["output"]["message"])
        messages.append(message)
        if reply["stopReason"] != "tool_use":
            return message
        messages.append({"role": "user", "content": [answer(b) for b in message["content"] if "toolUse" in b]})
