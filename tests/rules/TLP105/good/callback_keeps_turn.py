"""Who gets the response from the loop may put it into the history: that is out of sight."""

import anthropic


def run(messages, tools, execute, on_response):
    client = anthropic.Anthropic()
    while True:
        response = client.messages.create(model="claude-opus-4-7", max_tokens=4096, messages=messages, tools=tools)
        on_response(response)
        uses = [b for b in response.content if b.type == "tool_use"]
        if not uses:
            return response
        results = [{"type": "tool_result", "tool_use_id": u.id, "content": execute(u.name, u.input)} for u in uses]
        messages.append({"role": "user", "content": results})
