"""A chat without tools: every message is text."""
import anthropic

client = anthropic.Anthropic()


def chat(history):
    while True:
        history.append({"role": "user", "content": input("> ")})
        history = history[-20:]
        reply = client.messages.create(model="claude-haiku-4-5", max_tokens=1024, messages=history)
        answer = reply.content[0].text
        print(answer)
        history.append({"role": "assistant", "content": answer})
