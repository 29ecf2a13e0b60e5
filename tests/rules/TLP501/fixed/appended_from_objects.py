"""The SDK's message in memory becomes a list of events for clients that ask for a stream."""

import json

import anthropic

client = anthropic.Anthropic()


def complete(body):
    return client.messages.create(**{**body, "stream": False})


def events_of(message):
    events = [{"type": "message_start", "message": {**message.to_dict(), "content": []}}]
    for index, block in enumerate(message.content):
        if block.type == "thinking":
            shell = {"type": "thinking", "thinking": "", "signature": ""}
            events.append({"type": "content_block_start", "index": index, "content_block": shell})
            events.append(
                {
                    "type": "content_block_delta",
                    "index": index,
                    "delta": {"type": "thinking_delta", "thinking": block.thinking},
                }
            )
            events.append(
                {
                    "type": "content_block_delta",
                    "index": index,
                    "delta": {"type": "signature_delta", "signature": block.signature},
                }
            )
        elif block.type == "tool_use":
            opened = {"type": "tool_use", "id": block.id, "name": block.name, "input": {}}
            events.append({"type": "content_block_start", "index": index, "content_block": opened})
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block.input)}
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
        else:
            events.append({"type": "content_block_start", "index": index, "content_block": block.to_dict()})
        events.append({"type": "content_block_stop", "index": index})
    return [*events, {"type": "message_stop"}]
