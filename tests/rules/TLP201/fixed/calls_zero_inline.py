import anthropic

client = anthropic.Anthropic()


def run_to_end(log, specs, run):
    """Drive the loop until the model has nothing more to ask for."""
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=log, tools=specs)
        log.append({"role": "assistant", "content": reply.content})
        uses = [b for b in reply.content if b.type == "tool_use"]
        if not uses:
            return reply
        outs = [{"type": "tool_result", "tool_use_id": use.id, "content": run(use.name, use.input)} for use in uses]
        log.append({"role": "user", "content": outs})
