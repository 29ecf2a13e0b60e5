from dataclasses import dataclass, field


@dataclass
class Message:
    role: str
    content: str


@dataclass
class Memory:
    limit: int = 100
    messages: list[Message] = field(default_factory=list)

    def add(self, message: Message) -> None:
        self.messages.append(message)
        if len(self.messages) > self.limit:
            self.messages = self.messages[-self.limit :]

    def wire(self) -> list[dict]:
        return [{"role": m.role, "content": m.content, "tool_calls": None} for m in self.messages]
