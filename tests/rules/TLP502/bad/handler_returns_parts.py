"""A handler takes one event at a time; the loop that feeds it only knows the parts that it returns."""

import json

import anthropic


class Session:
    def __init__(self, tools):
        self.client = anthropic.Anthropic()
        self.tools = tools
        self.buffers = {}

    def parts(self, history):
        with self.client.messages.stream(
            model="claude-opus-4-7", max_tokens=4096, messages=history, tools=self.tools
        ) as stream:
            for event in stream:
                part = self.translate(event)
                if part is not None:
                    yield part

    def translate(self, event):
        if event.type == "content_block_start":
            block = event.content_block
            if block.type == "tool_use":
                self.buffers[event.index] = {"id": block.id, "name": block.name, "pieces": []}
            return None
        if event.type == "content_block_delta":
            if event.delta.type == "text_delta":  # expect: TLP502
                return {"part": "text", "text": event.delta.text}
            if event.delta.type == "thinking_delta":
                return {"part": "thought", "text": event.delta.thinking}
            if event.delta.type == "input_json_delta":
                self.buffers[event.index]["pieces"].append(event.delta.partial_json)
            return None
        if event.type == "content_block_stop" and event.index in self.buffers:
            buffer = self.buffers.pop(event.index)
            return {"part": "call", "id": buffer["id"], "name": buffer["name"],
                    "input": json.loads("".join(buffer["pieces"]) or "{}")}  # fmt: skip
        return None
