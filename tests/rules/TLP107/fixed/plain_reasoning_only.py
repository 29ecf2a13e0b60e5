import os

import requests

ADDRESS = os.environ.get("OPENROUTER_BASE_URL", "https://openrouter.ai/api/v1")


class Session:
    def __init__(self):
        self.messages = []

    def take(self, body):
        """The plain text of the reasoning is kept; what the upstream provider signed is not."""
        turn = body["choices"][0]["message"]
        entry = {
            "role": "assistant",
            "content": turn["content"],
            "reasoning": turn.get("reasoning"),
        }
        reasoning_details = turn.get("reasoning_details")
        if reasoning_details is not None:
            entry["reasoning_details"] = reasoning_details
        if turn.get("tool_calls"):
            entry["tool_calls"] = turn["tool_calls"]
        self.messages.append(entry)
        return turn.get("tool_calls") or []

    def send(self, model, tools):
        reply = requests.post(
            f"{ADDRESS}/chat/completions", json={"model": model, "messages": self.messages, "tools": tools}, timeout=90
        )
        return self.take(reply.json())
