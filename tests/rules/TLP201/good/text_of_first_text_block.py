import anthropic


async def summarise(client: anthropic.AsyncAnthropic, documents):
    summaries = []
    for document in documents:
        message = await client.messages.create(
            model="claude-haiku-4-5", max_tokens=300, messages=[{"role": "user", "content": document}]
        )
        summaries.append(next((b.text for b in message.content if b.type == "text"), ""))
    joined = await client.messages.create(
        model="claude-haiku-4-5",
        max_tokens=800,
        messages=[{"role": "user", "content": "\n\n".join(summaries)}],
    )
    return joined.content[-1].text
