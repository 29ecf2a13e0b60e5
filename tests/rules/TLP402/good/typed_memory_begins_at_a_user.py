from dataclasses import dataclass, field


@dataclass
class Message:
    role: str
    content: str | None = None
    tool_calls: list[dict] | None = None
    tool_call_id: str | None = None


@dataclass
class Memory:
    limit: int = 100
    messages: list[Message] = field(default_factory=list)

    def add(self, message: Message) -> None:
        self.messages.append(message)
        if len(self.messages) > self.limit:
            self.messages = self.messages[-self.limit :]
            while self.messages and self.messages[0].role != "user":
                self.messages.pop(0)
