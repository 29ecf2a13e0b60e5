import anthropic


def main():
    client = anthropic.Anthropic()
    turns = []
    while True:
        line = input("you: ")
        if line in {"exit", "quit"}:
            break
        turns.append({"role": "user", "content": line})
        res = client.messages.create(model="claude-haiku-4-5", max_tokens=800, messages=turns)
        answer = res.content[0].text
        print("claude:", answer)
        turns.append({"role": "assistant", "content": answer})


if __name__ == "__main__":
    main()
