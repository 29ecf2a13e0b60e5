"""A provider class over httpx: server-sent events become the project's own chunks, thinking among them for the screen."""

import json
from dataclasses import dataclass, field

import httpx


@dataclass
class Chunk:
    text: str = ""
    thought: str = ""
    calls: list = field(default_factory=list)
    done: bool = False


class MessagesProvider:
    def __init__(self, key, base="https://api.anthropic.com"):
        self.key, self.base = key, base

    def stream(self, messages, tools):
        body = {"model": "claude-sonnet-4-5", "max_tokens": 2000, "messages": messages, "tools": tools, "stream": True}
        pending = {}
        headers = {"x-api-key": self.key, "anthropic-version": "2023-06-01"}
        with httpx.stream("POST", f"{self.base}/v1/messages", json=body, headers=headers) as response:
            for line in response.iter_lines():
                if not line.startswith("data: "):
                    continue
                data = json.loads(line[6:])
                kind = data.get("type")
                if kind == "content_block_start":
                    block = data.get("content_block") or {}
                    if block.get("type") == "tool_use":
                        pending[data["index"]] = {"id": block["id"], "name": block["name"], "json": ""}
                elif kind == "content_block_delta":
                    delta = data.get("delta") or {}
                    what = delta.get("type")
                    if what == "text_delta":
                        yield Chunk(text=delta.get("text", ""))
                    elif what in ("thinking_delta", "signature_delta"):  # expect: TLP502
                        if delta.get("thinking"):
                            yield Chunk(thought=delta["thinking"])
                    elif what == "input_json_delta" and data["index"] in pending:
                        pending[data["index"]]["json"] += delta.get("partial_json", "")
        yield Chunk(calls=[{**c, "input": json.loads(c["json"] or "{}")} for c in pending.values()], done=True)
