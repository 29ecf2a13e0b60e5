import anthropic

MODEL = "claude-sonnet-4-5-20250929"


def main(tools, answer):
    client = anthropic.Anthropic()
    messages = []
    while True:
        question = input("> ")
        if question == "quit":
            break
        messages.append({"role": "user", "content": question})  # expect: TLP409
        while True:
            reply = client.messages.create(
                model=MODEL,
                max_tokens=8000,
                messages=messages,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 4000},
            )
            messages.append({"role": "assistant", "content": reply.content})
            results = [answer(b) for b in reply.content if b.type == "tool_use"]
            if not results:
                break
            messages.append({"role": "user", "content": results})
