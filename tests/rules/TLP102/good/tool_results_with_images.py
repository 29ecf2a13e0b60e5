import base64

import anthropic

client = anthropic.Anthropic()


def result(call, output):
    parts = [{"type": "text", "text": output["text"]}] if output.get("text") else []
    for png in output.get("images", ()):
        data = base64.b64encode(png).decode()
        parts.append({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
    return {"type": "tool_result", "tool_use_id": call.id, "content": parts or "done"}


def browse(goal, tools, browser):
    script = [{"role": "user", "content": [{"type": "text", "text": goal}]}]
    while True:
        step = client.messages.create(model="claude-opus-4-6", max_tokens=2500, messages=script, tools=tools)
        script.append({"role": "assistant", "content": step.content})
        calls = [b for b in step.content if b.type == "tool_use"]
        if not calls:
            return step
        script.append({"role": "user", "content": [result(c, browser.do(c.name, c.input)) for c in calls]})
