import json
import os

from openai import AsyncOpenAI


class Grok:
    MODEL = "grok-4-0709"

    def __init__(self, registry):
        self.client = AsyncOpenAI(api_key=os.environ["XAI_API_KEY"], base_url="https://api.x.ai/v1")  # expect: TLP408
        self.registry = registry

    async def work(self, messages, schemas):
        while True:
            completion = await self.client.chat.completions.create(
                model=self.MODEL, messages=messages, tools=schemas
            )
            message = completion.choices[0].message
            messages.append(message)
            if not message.tool_calls:
                return message.content
            for call in message.tool_calls:
                output = await self.registry[call.function.name](**json.loads(call.function.arguments))
                messages.append({"role": "tool", "tool_call_id": call.id, "content": str(output)})
