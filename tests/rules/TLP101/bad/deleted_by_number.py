import anthropic

client = anthropic.Anthropic(max_retries=4)
HIDDEN = {"thinking", "redacted_thinking"}


def visible(message):
    blocks = list(message.content)
    for number in range(len(blocks) - 1, -1, -1):
        if blocks[number].type in HIDDEN:
            del blocks[number]
    return blocks


def run_agent(question, tools, handlers):
    thread = [{"role": "user", "content": question}]
    for _ in range(20):
        message = client.messages.create(
            model="claude-opus-4-5", max_tokens=16000, thinking={"type": "enabled", "budget_tokens": 8000},
            messages=thread, tools=tools,
        )  # fmt: skip
        thread.append({"role": "assistant", "content": visible(message)})  # expect: TLP101, TLP403
        uses = [b for b in message.content if b.type == "tool_use"]
        if not uses:
            return message
        answers = []
        for use in uses:
            answers.append({"type": "tool_result", "tool_use_id": use.id, "content": handlers[use.name](**use.input)})
        thread.append({"role": "user", "content": answers})
    return None
