import anthropic

client = anthropic.Anthropic()


def improve(draft: str, rounds: int = 3) -> str:
    """Writer and critic talk in text; neither has tools."""
    notes = [{"role": "user", "content": f"Improve this text:\n{draft}"}]
    for _ in range(rounds):
        reply = client.messages.create(model="claude-sonnet-4-6", max_tokens=3000, messages=notes)
        draft = "".join(b.text for b in reply.content if b.type == "text")
        notes.append({"role": "assistant", "content": draft})
        critique = client.messages.create(
            model="claude-sonnet-4-6",
            max_tokens=1000,
            messages=[{"role": "user", "content": f"Criticise in three points:\n{draft}"}],
        )
        notes.append({"role": "user", "content": critique.content[0].text})
    return draft
