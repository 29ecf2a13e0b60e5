import json, os
from openai import OpenAI, AsyncOpenAI

client = OpenAI(api_key=os.environ["DEEPSEEK_API_KEY"], base_url="https://api.deepseek.com")
aclient = AsyncOpenAI(base_url="https://api.deepseek.com")
MODEL = "deepseek-chat"


class History:
    def __init__(self):
        self.messages = []

    def add_assistant(self, content, tool_calls=None):
        message = {"role": "assistant", "content": content}  # expect: TLP107
        if tool_calls:
            message["tool_calls"] = tool_calls
        self.messages.append(message)

    def add_result(self, call_id, content):
        self.messages.append({"role": "tool", "tool_call_id": call_id, "content": content})


class Agent:
    def __init__(self):
        self.history = History()

    def run(self):
        while True:
            m = (
                client.chat.completions.create(model=MODEL, messages=self.history.messages, tools=TOOLS)
                .choices[0]
                .message
            )
            self.history.add_assistant(m.content, m.tool_calls)
            if not m.tool_calls:
                return m.content
            for c in m.tool_calls:
                self.history.add_result(c.id, execute(c))
