from anthropic import AnthropicBedrock
from anthropic.types import ToolUseBlock


class Machine:
    def __init__(self, functions):
        self.api = AnthropicBedrock()
        self.functions = functions
        self.tape = []

    def _calls(self, message):
        for block in message.content:
            match block:
                case ToolUseBlock(name=name) if name in self.functions:
                    yield block, self.functions[name]
                case ToolUseBlock():
                    yield block, lambda **_: "there is no such tool"

    def cycle(self, tools):
        message = self.api.messages.create(
            model="anthropic.claude-opus-4-5", max_tokens=3000, messages=self.tape, tools=tools
        )
        self.tape.append({"role": message.role, "content": message.content})
        results = [
            {"type": "tool_result", "tool_use_id": block.id, "content": function(**block.input)}
            for block, function in self._calls(message)
        ]
        if results:
            self.tape.append({"role": "user", "content": results})
        return bool(results)
