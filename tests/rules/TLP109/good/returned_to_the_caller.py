from fastapi import FastAPI

import anthropic

app = FastAPI()
client = anthropic.Anthropic()


@app.post("/ask")
def ask(question: str):
    reply = client.messages.create(
        model="claude-opus-4-7", max_tokens=900, messages=[{"role": "user", "content": question}]
    )
    return {"content": [block.model_dump() for block in reply.content], "usage": reply.usage.model_dump()}
