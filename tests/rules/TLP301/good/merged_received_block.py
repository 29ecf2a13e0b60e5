import os

import httpx


def without_extras(block):
    """Same block, without what our proxy adds."""
    return {**{k: v for k, v in block.items() if not k.startswith("x_")}}


def loop(lines, tools, functions):
    http = httpx.Client(base_url=os.environ["PROXY"], headers={"anthropic-version": "2023-06-01"})
    while True:
        body = {"model": "claude-opus-4-5", "max_tokens": 1300, "messages": lines, "tools": tools}
        data = http.post("/v1/messages", json=body).json()
        lines.append({"role": "assistant", "content": [without_extras(b) for b in data["content"]]})
        outs = []
        for b in data["content"]:
            if b["type"] == "tool_use":
                outs.append({"type": "tool_result", "tool_use_id": b["id"], "content": functions[b["name"]](b)})
        if not outs:
            return data
        lines.append({"role": "user", "content": outs})
