import anthropic
client = anthropic.Anthropic()

def save(db, chat, reply):
    text = "".join(b.text for b in reply.content if b.type == "text")
    db.add(Row(chat=chat, role="assistant", content=text))
    db.commit()

def answer(db, chat, tools, run):
    history = [{"role": r.role, "content": r.content} for r in db.query(Row).filter_by(chat=chat)]
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=history, tools=tools)
        save(db, chat, reply)
        history.append({"role": "assistant", "content": reply.content})
        calls = [b for b in reply.content if b.type == "tool_use"]
        if not calls:
            return reply
        history.append({"role": "user", "content": [{"type": "tool_result", "tool_use_id": c.id, "content": run(c)} for c in calls]})
