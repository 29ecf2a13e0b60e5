import anthropic
from pydantic import BaseModel


class Tool(BaseModel):
    name: str
    description: str
    input_schema: dict[str, object]


def ask(messages, tools: list[Tool], answer):
    client = anthropic.Anthropic()
    offered = [tool.model_dump() for tool in tools]
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=900, messages=messages, tools=offered)
        messages.append({"role": "assistant", "content": [block for block in reply.content]})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            return reply
        messages.append({"role": "user", "content": results})
