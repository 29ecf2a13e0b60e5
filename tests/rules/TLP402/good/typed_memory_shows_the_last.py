from dataclasses import dataclass, field


@dataclass
class Message:
    role: str
    content: str | None = None
    tool_calls: list[dict] | None = None
    tool_call_id: str | None = None


@dataclass
class Memory:
    """Everything is kept; what is asked for is the end of it, and the log of texts is short."""

    messages: list[Message] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def add(self, message: Message) -> None:
        self.messages.append(message)
        self.texts.append(message.content or "")
        if len(self.texts) > 20:
            self.texts = self.texts[-20:]

    def recent(self, count: int) -> list[Message]:
        return self.messages[-count:]
