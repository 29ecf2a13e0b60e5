import anthropic
from anthropic.types import TextBlock, ToolUseBlock


class Worker:
    def __init__(self, box):
        self.llm = anthropic.AsyncAnthropic()
        self.box = box
        self.memory = []

    def _serialise(self, blocks):
        out = []
        for b in blocks:
            match b:
                case TextBlock(text=t):
                    out.append(dict(type="text", text=t))
                case ToolUseBlock():
                    out.append(dict(type="tool_use", id=b.id, name=b.name, input=b.input))
        return out

    async def tick(self):
        answer = await self.llm.messages.create(
            model="claude-opus-4-5", max_tokens=3000, messages=self.memory, tools=self.box.specs()
        )
        self.memory.append({"role": "assistant", "content": self._serialise(answer.content)})  # expect: TLP102
        todo = [b for b in answer.content if isinstance(b, ToolUseBlock)]
        if not todo:
            return None
        done = [
            {"type": "tool_result", "tool_use_id": b.id, "content": await self.box.call(b.name, b.input)} for b in todo
        ]
        self.memory.append({"role": "user", "content": done})
        return done
