from anthropic import Anthropic

client = Anthropic()
NOT_IN_ASSISTANT_TURNS = ("container_upload", "image")


def sandbox_loop(convo, tools, answer_calls, files):
    while True:
        r = client.messages.create(model="claude-opus-4-5", max_tokens=4096, tools=tools, messages=convo)
        files.extend(b.file_id for b in r.content if b.type == "container_upload")
        # the API refuses uploads inside an assistant turn
        convo.append({"role": "assistant", "content": [b for b in r.content if b.type not in NOT_IN_ASSISTANT_TURNS]})
        if r.stop_reason == "pause_turn":
            continue
        if r.stop_reason != "tool_use":
            return r
        convo.append({"role": "user", "content": answer_calls(r)})
