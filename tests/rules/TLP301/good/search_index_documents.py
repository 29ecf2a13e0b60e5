def documents(session_id, history):
    """What the search index gets: one document per block."""
    for number, message in enumerate(history):
        if isinstance(message["content"], str):
            yield {"id": f"{session_id}-{number}", "type": "text", "text": message["content"]}
            continue
        for place, block in enumerate(message["content"]):
            ident = f"{session_id}-{number}-{place}"
            if block["type"] == "thinking":
                yield {"id": ident, "type": "thinking", "thinking": block["thinking"], "signature": ""}
            elif block["type"] == "text":
                yield {"id": ident, "type": "text", "text": block["text"]}


def reindex(index, sessions):
    for session_id, history in sessions.items():
        index.add_documents(list(documents(session_id, history)))
