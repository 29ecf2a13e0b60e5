import json, uuid, logging
import requests

logger = logging.getLogger()


def run_agent(question):
    messages = [{"role": "user", "content": question}]
    while True:
        resp = requests.post(
            f"{BASE}/chat/completions", headers=H, json={"model": MODEL, "messages": messages, "tools": TOOLS}
        ).json()
        m = resp["choices"][0]["message"]
        if not m.get("tool_calls") or []:
            return m.get("content")
        messages.append({"role": "assistant", "content": m.get("content"), "tool_calls": m.get("tool_calls") or []})
        for c in m.get("tool_calls") or []:
            out = FUNCS[c["function"]["name"]](**json.loads(c["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": str(uuid.uuid4()), "content": str(out)})  # expect: TLP204
