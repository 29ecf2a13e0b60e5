from itertools import groupby


def role(row):
    return "user" if row["kind"] in ("prompt", "answer") else "assistant"


def block(row):
    if row["kind"] == "answer":
        return {"type": "tool_result", "tool_use_id": row["call_id"], "content": row["text"]}
    return {"type": "text", "text": row["text"]}


def convert(rows):
    out = []
    for who, group in groupby(rows, key=role):
        if who == "assistant":
            out.extend({"role": "assistant", "content": row["blocks"]} for row in group)
        else:
            out.append({"role": "user", "content": [block(row) for row in group]})
    return out
