import asyncio, json, logging
from openai import AsyncOpenAI, OpenAI

logger = logging.getLogger()
client = OpenAI()
aclient = AsyncOpenAI()


class Handler:
    def add_assistant(self, data, message):
        data["message"].append({"role": "assistant", "content": "", "tool_calls": message})
        return data

    def add_results(self, data, results):
        for result in results:
            tool_message = {"role": "tool", "content": result}  # expect: TLP204
            data["message"].append(tool_message)
        return data
