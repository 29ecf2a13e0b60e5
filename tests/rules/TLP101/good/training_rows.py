import json


def rows(sessions):
    """Finished sessions to fine-tuning rows: text only, one line each."""
    for session in sessions:
        turns = []
        for message in session["messages"]:
            if isinstance(message["content"], str):
                turns.append({"role": message["role"], "content": message["content"]})
                continue
            texts = [b["text"] for b in message["content"] if b["type"] == "text"]
            if texts:
                turns.append({"role": message["role"], "content": "\n".join(texts)})
        yield json.dumps({"messages": turns})


def write(path, sessions):
    with open(path, "w") as fh:
        for line in rows(sessions):
            fh.write(line + "\n")
