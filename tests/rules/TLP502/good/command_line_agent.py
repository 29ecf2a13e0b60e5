"""Events that another program's agent prints: its history is its own."""

import json
import subprocess


def follow(prompt):
    process = subprocess.Popen(["agent", "--json", prompt], stdout=subprocess.PIPE, text=True)
    tools, text = {}, ""
    for line in process.stdout:
        message = json.loads(line)
        if message.get("type") != "stream_event":
            continue
        event = message["event"]
        if event["type"] == "content_block_start" and event["content_block"]["type"] == "tool_use":
            tools[event["index"]] = {"id": event["content_block"]["id"], "json": ""}
        elif event["type"] == "content_block_delta":
            if event["delta"]["type"] == "text_delta":
                text += event["delta"]["text"]
            elif event["delta"]["type"] == "input_json_delta":
                tools[event["index"]]["json"] += event["delta"]["partial_json"]
    return text, list(tools.values())
