import json

import litellm


class Provider:
    """Reads a response down to its text and one call, and writes stored calls back."""

    def wire(self, stored):
        messages = []
        for entry in stored:
            if entry["role"] == "assistant" and entry.get("tool_calls"):
                calls = [{"id": c["id"], "type": "function", "function": c["function"]} for c in entry["tool_calls"]]
                messages.append({**entry, "role": "assistant", "tool_calls": calls})
            else:
                messages.append(entry)
        return messages

    def ask(self, stored, tools):
        reply = litellm.completion(model=self.model, messages=self.wire(stored), tools=tools, tool_choice="auto")
        message = reply.choices[0].message
        if message.tool_calls:
            call = message.tool_calls[0]  # expect: TLP201
            return {"text": None, "call": {"name": call.function.name, "args": json.loads(call.function.arguments)}}
        return {"text": message.content, "call": None}
