from openai import OpenAI

client = OpenAI()


def chat(messages, question):
    """No tools: any message may go."""
    messages.append({"role": "user", "content": question})
    messages[:] = messages[-20:]
    reply = client.chat.completions.create(model="gpt-4.1", messages=messages)
    messages.append({"role": "assistant", "content": reply.choices[0].message.content})
    return messages[-1]["content"]
