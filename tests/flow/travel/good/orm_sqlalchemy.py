import json
import anthropic
from sqlalchemy.orm import Mapped, mapped_column, DeclarativeBase

class Base(DeclarativeBase):
    pass

class MessageRow(Base):
    __tablename__ = "messages"
    id: Mapped[int] = mapped_column(primary_key=True)
    role: Mapped[str]
    text: Mapped[str]
    blocks: Mapped[str]

client = anthropic.Anthropic()

def load(session, chat_id):
    out = []
    for row in session.query(MessageRow).filter_by(chat=chat_id).order_by(MessageRow.id):
        if row.role == "assistant":
            out.append({"role": "assistant", "content": json.loads(row.blocks)})
        elif row.role == "tool":
            out.append({"role": "user", "content": json.loads(row.text)})
        else:
            out.append({"role": "user", "content": row.text})
    return out

def ask(session, chat_id, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, messages=load(session, chat_id), tools=tools)
