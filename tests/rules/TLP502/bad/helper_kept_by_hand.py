"""The SDK's helper is at hand, and the turn is put together from its events all the same."""

import json

import anthropic

client = anthropic.Anthropic()


def agent(turns, tools, run):
    while True:
        content = []
        with client.messages.stream(model="claude-opus-4-7", max_tokens=4096, messages=turns, tools=tools) as stream:
            for event in stream:
                if event.type == "content_block_start":
                    if event.content_block.type == "tool_use":
                        opened = event.content_block
                        content.append({"type": "tool_use", "id": opened.id, "name": opened.name, "input": ""})
                    elif event.content_block.type == "text":
                        content.append({"type": "text", "text": ""})
                elif event.type == "content_block_delta":
                    if event.delta.type == "text_delta":  # expect: TLP502
                        print(event.delta.text, end="")
                        content[-1]["text"] += event.delta.text
                    elif event.delta.type == "input_json_delta":
                        content[-1]["input"] += event.delta.partial_json
        for block in content:
            if block["type"] == "tool_use":
                block["input"] = json.loads(block["input"] or "{}")
        turns.append({"role": "assistant", "content": content})
        results = [
            {"type": "tool_result", "tool_use_id": block["id"], "content": run(block["name"], block["input"])}
            for block in content
            if block["type"] == "tool_use"
        ]
        if not results:
            return content
        turns.append({"role": "user", "content": results})
