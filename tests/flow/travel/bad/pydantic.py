from pydantic import BaseModel
import anthropic

class ToolCall(BaseModel):
    id: str
    name: str
    arguments: dict

class ChatMessage(BaseModel):
    role: str
    content: str | None = None
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None

def to_anthropic(messages: list[ChatMessage]) -> list[anthropic.types.MessageParam]:
    result = []
    for msg in messages:
        match msg.role:
            case "assistant":
                blocks = []
                if msg.content:
                    blocks.append({"type": "text", "text": msg.content})
                for tc in msg.tool_calls or []:
                    blocks.append({"type": "tool_use", "id": tc.id, "name": tc.name, "input": tc.arguments})
                result.append({"role": "assistant", "content": blocks})  # expect: TLP102
            case "tool":
                block = {"type": "tool_result", "tool_use_id": msg.tool_call_id, "content": msg.content}
                if result and result[-1]["role"] == "user" and isinstance(result[-1]["content"], list):
                    result[-1]["content"].append(block)
                else:
                    result.append({"role": "user", "content": [block]})
            case _:
                result.append({"role": msg.role, "content": msg.content})
    return result
