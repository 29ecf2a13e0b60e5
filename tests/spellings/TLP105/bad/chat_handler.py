import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


class Chat:
    def ask(self, history):
        while True:
            response = self.client.chat.completions.create(
                model="gpt-4", messages=history + self.notes, functions=self.functions
            )
            if response.choices[0].finish_reason == "function_call":
                self.handle(response)
            else:
                return response.choices[0].message.content

    def handle(self, response):
        choice = response.choices[0]
        call = choice.message.function_call
        result = self.call(call.name, json.loads(call.arguments))
        message = {"role": "function", "name": call.name, "content": str(result)}  # expect: TLP105
        self.notes.append(message)
