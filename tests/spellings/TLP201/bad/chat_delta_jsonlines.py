import json, requests


def run(messages):
    r = requests.post(
        URL + "/chat/completions", json={"model": M, "messages": messages, "tools": T, "stream": True}, stream=True
    )
    call_id, name, args = "", "", ""
    for line in r.iter_lines():
        if not line.startswith(b"data: "):
            continue
        data = json.loads(line[6:])
        delta = data["choices"][0]["delta"]
        if "tool_calls" in delta:
            tc = delta["tool_calls"][0]  # expect: TLP201
            if tc.get("id"):
                call_id = tc["id"]
            name += tc["function"].get("name", "")
            args += tc["function"].get("arguments", "")
    messages.append(
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": call_id, "type": "function", "function": {"name": name, "arguments": args}}],
        }
    )
    messages.append({"role": "tool", "tool_call_id": call_id, "content": execute(name, args)})
    return run(messages)
