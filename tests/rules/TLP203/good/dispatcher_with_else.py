import subprocess

from anthropic import Anthropic


def shell_agent(request, tools):
    client = Anthropic()
    convo = [{"role": "user", "content": request}]
    for _ in range(40):
        turn = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=convo, tools=tools)
        convo.append({"role": "assistant", "content": turn.content})
        outs = []
        for b in turn.content:
            if b.type != "tool_use":
                continue
            if b.name == "bash":
                done = subprocess.run(b.input["command"], shell=True, capture_output=True, text=True)
                text = done.stdout + done.stderr
            elif b.name == "read":
                with open(b.input["path"]) as fh:
                    text = fh.read()
            else:
                text = f"unknown tool {b.name}"
            outs.append({"type": "tool_result", "tool_use_id": b.id, "content": text or "(no output)"})
        if not outs:
            return turn
        convo.append({"role": "user", "content": outs})
    return None
