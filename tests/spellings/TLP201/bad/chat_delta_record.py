import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


class Agent:
    def stream(self, messages):
        call = {"id": None, "name": "", "arguments": ""}
        text = ""
        for chunk in self.client.chat.completions.create(
            model=self.model, messages=messages, tools=self.tools, stream=True
        ):
            delta = chunk.choices[0].delta
            if delta.content:
                text += delta.content
            elif delta.tool_calls:
                first = delta.tool_calls[0]  # expect: TLP201
                if first.id:
                    call["id"] = first.id
                    call["name"] = first.function.name
                call["arguments"] += first.function.arguments
        if call["id"]:
            messages.append(
                {
                    "role": "assistant",
                    "content": text,
                    "tool_calls": [
                        {
                            "id": call["id"],
                            "type": "function",
                            "function": {"name": call["name"], "arguments": call["arguments"]},
                        }
                    ],
                }
            )
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": self.call(call)})
            return self.stream(messages)
        return text
