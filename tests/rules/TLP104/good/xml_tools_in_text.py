import re

import anthropic

client = anthropic.Anthropic()
CALL = re.compile(r"<call name=\"(\w+)\">(.*?)</call>", re.DOTALL)


def run(prompt, functions):
    """Tools of our own making: the model writes tags, we answer with tags."""
    exchange = [{"role": "user", "content": prompt}]
    while True:
        reply = client.messages.create(
            model="claude-haiku-4-5", max_tokens=1000, system="Use <call name=...>args</call>.", messages=exchange
        )
        text = "".join(b.text for b in reply.content if b.type == "text")
        exchange.append({"role": "assistant", "content": text})
        found = CALL.findall(text)
        if not found:
            return text
        answers = [f"<result>{functions[name](args)}</result>" for name, args in found]
        exchange.append({"role": "user", "content": "\n".join(answers)})
