from anthropic import Anthropic

api = Anthropic()


def agent(question, tools, registry):
    log = [{"role": "user", "content": question}]
    while True:
        msg = api.messages.create(model="claude-haiku-4-5", max_tokens=2000, messages=log, tools=tools)
        log.append({"role": "assistant", "content": msg.content})
        uses = [b for b in msg.content if b.type == "tool_use"]
        if not uses:
            return msg
        outs = []
        for use in uses:
            outs.append({
                "type": "tool_result",
                "tool_use_id": use.id,
                "content": registry[use.name](**use.input),
            })
        log.append({"role": "user", "content": outs})
