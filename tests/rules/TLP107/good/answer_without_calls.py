from openai import OpenAI

client = OpenAI(base_url="https://api.deepseek.com")


def chat(history, question):
    """Plain chat: no tools, nothing of the reasoning is asked for again."""
    history.append({"role": "user", "content": question})
    message = client.chat.completions.create(model="deepseek-chat", messages=history).choices[0].message
    history.append({"role": "assistant", "content": message.content})
    return message.content
