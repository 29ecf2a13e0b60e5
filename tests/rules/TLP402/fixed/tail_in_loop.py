"""The tail of the transcript is kept before each request."""
import anthropic

client = anthropic.Anthropic()


def investigate(question, tools, run, keep=12):
    transcript = [{"role": "user", "content": question}]
    while True:
        if len(transcript) > keep:
            start = max(len(transcript) - keep, 1)
            while start > 1 and transcript[start]["role"] != "assistant":
                start -= 1
            transcript = transcript[:1] + transcript[start:]
        reply = client.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=transcript, tools=tools
        )
        transcript.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        transcript.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": c.id, "content": run(c.name, c.input)} for c in calls
                ],
            }
        )
