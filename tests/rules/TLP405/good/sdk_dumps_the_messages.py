"""A model of pydantic is saved whole, and validated when it is loaded."""
import pathlib

import anthropic
from pydantic import BaseModel

client = anthropic.Anthropic()
STORE = pathlib.Path("session.json")


class Transcript(BaseModel):
    messages: list[dict]


def save(messages):
    STORE.write_text(Transcript(messages=messages).model_dump_json())


def resume(tools, run):
    messages = Transcript.model_validate_json(STORE.read_text()).messages
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=8000, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": [b.to_dict() for b in reply.content]})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        results = [{"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls]
        messages.append({"role": "user", "content": results})
        save(messages)
