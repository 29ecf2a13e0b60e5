import json


class Probe:
    """Asks a proxy and puts its stream together to look at it."""

    def collect(self, lines):
        thoughts, text, calls = "", "", []
        for line in lines:
            chunk = json.loads(line)
            if chunk.get("type") == "content_block_delta":
                delta = chunk["delta"]
                if delta["type"] == "thinking_delta":
                    thoughts += delta["thinking"]
                elif delta["type"] == "text_delta":
                    text += delta["text"]
            elif chunk.get("type") == "content_block_start" and chunk["content_block"]["type"] == "tool_use":
                calls.append(chunk["content_block"])
        blocks = []
        if thoughts:
            blocks.append({"type": "thinking", "thinking": thoughts})
        if text:
            blocks.append({"type": "text", "text": text})
        blocks.extend(calls)
        return {"content": blocks, "role": "assistant", "type": "message"}
