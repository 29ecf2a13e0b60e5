import json

from anthropic import Anthropic


def save(db, session, message):
    """``preview`` is for the list of sessions, ``content`` is what is loaded again."""
    preview = " ".join(b.text for b in message.content if b.type == "text")[:120]
    content = json.dumps([b.to_dict() for b in message.content])
    db.execute("insert into turn (session, role, preview, content) values (?, 'assistant', ?, ?)",
               (session, preview, content))


def load(db, session):
    rows = db.execute("select role, content from turn where session = ? order by id", (session,))
    return [{"role": role, "content": json.loads(content)} for role, content in rows]


def step(db, session, tools, answer):
    message = Anthropic().messages.create(
        model="claude-opus-4-5", max_tokens=1000, messages=load(db, session), tools=tools
    )
    save(db, session, message)
    outs = [answer(b) for b in message.content if b.type == "tool_use"]
    if outs:
        db.execute("insert into turn (session, role, preview, content) values (?, 'user', '', ?)",
                   (session, json.dumps(outs)))
    return bool(outs)
