from anthropic import Anthropic
from anthropic.types import ToolResultBlockParam


def tool_result(tool_use_id: str, output: str, is_error: bool = False) -> ToolResultBlockParam:
    return {"type": "tool_result", "tool_use_id": tool_use_id, "content": output, "is_error": is_error}


class Executor:
    def __init__(self, handlers):
        self.handlers = handlers

    def __call__(self, block) -> ToolResultBlockParam:
        handler = self.handlers.get(block.name)
        if handler is None:
            return tool_result(block.id, f"unknown tool {block.name}", is_error=True)
        try:
            return tool_result(block.id, str(handler(**block.input)))
        except Exception as error:
            return tool_result(block.id, repr(error), is_error=True)


def run(client: Anthropic, messages, tools, executor: Executor):
    while True:
        reply = client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": reply.content})
        results = [executor(block) for block in reply.content if block.type == "tool_use"]
        if not results:
            return reply
        messages.append({"role": "user", "content": results})
