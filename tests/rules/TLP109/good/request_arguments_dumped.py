import anthropic
from pydantic import BaseModel


class Question(BaseModel):
    role: str = "user"
    content: str


client = anthropic.Anthropic()


def ask(question: Question, tools, answer):
    messages = [question.model_dump()]
    while True:
        reply = client.messages.create(model="claude-opus-4-7", max_tokens=900, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = [answer(b) for b in reply.content if b.type == "tool_use"]
        if not results:
            return reply
        messages.append({"role": "user", "content": results})
