import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"

from dataclasses import dataclass, field


@dataclass
class ToolCall:
    id: str
    name: str
    arguments: dict


@dataclass
class Reply:
    text: str
    tool_calls: list[ToolCall] = field(default_factory=list)


class Provider:
    def chat(self, messages):
        m = client.chat.completions.create(model=MODEL, messages=messages, tools=TOOLS).choices[0].message
        calls = [ToolCall(c.id, c.function.name, json.loads(c.function.arguments)) for c in m.tool_calls or []]
        return Reply(m.content, calls)


class Agent:
    def run(self, messages):
        while True:
            reply = self.provider.chat(messages)
            if not reply.tool_calls:
                return reply.text
            messages.append(
                {  # expect: TLP107
                    "role": "assistant",
                    "content": reply.text,
                    "tool_calls": [
                        {
                            "id": c.id,
                            "type": "function",
                            "function": {"name": c.name, "arguments": json.dumps(c.arguments)},
                        }
                        for c in reply.tool_calls
                    ],
                }
            )
            for c in reply.tool_calls:
                messages.append({"role": "tool", "tool_call_id": c.id, "content": execute(c)})
