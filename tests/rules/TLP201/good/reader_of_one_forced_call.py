import json

import litellm


class Provider:
    """A general converter, and requests for which one call is all that is wanted."""

    def wire(self, stored):
        messages = []
        for entry in stored:
            if entry["role"] == "assistant" and entry.get("tool_calls"):
                calls = [{"id": c["id"], "type": "function", "function": c["function"]} for c in entry["tool_calls"]]
                messages.append({**entry, "role": "assistant", "tool_calls": calls})
            else:
                messages.append(entry)
        return messages

    def extract(self, stored, schema):
        wanted = {"type": "function", "function": {"name": "answer"}}
        reply = litellm.completion(model=self.model, messages=self.wire(stored), tools=[schema], tool_choice=wanted)
        call = reply.choices[0].message.tool_calls[0]
        return {"id": call.id, "value": json.loads(call.function.arguments)}

    def structured(self, stored, schema, model):
        reply = litellm.completion(model=self.model, messages=self.wire(stored), tools=[schema])
        return model(**json.loads(reply.choices[0].message.tool_calls[0].function.arguments))

    def alone(self, stored, tools):
        calls = (
            litellm.completion(model=self.model, messages=self.wire(stored), tools=tools).choices[0].message.tool_calls
        )
        if len(calls) > 1:
            raise ValueError("one call at a time")
        call = calls[0]
        return {"id": call.id, "name": call.function.name, "args": call.function.arguments}

    def with_turn(self, stored, tools):
        message = litellm.completion(model=self.model, messages=self.wire(stored), tools=tools).choices[0].message
        call = message.tool_calls[0]
        return {"shown": {"name": call.function.name, "args": call.function.arguments}, "turn": message}
