from openai import OpenAI

client = OpenAI()


class Agent:
    def __init__(self, system, tools, run):
        self.messages = [{"role": "system", "content": system}]
        self.tools, self.run = tools, run

    def shorten(self):
        if len(self.messages) > 40:
            self.messages = self.messages[:1] + self.messages[-20:]  # expect: TLP402

    def answer(self, question):
        self.messages.append({"role": "user", "content": question})
        while True:
            self.shorten()
            reply = client.chat.completions.create(model="gpt-4.1", messages=self.messages, tools=self.tools)
            message = reply.choices[0].message
            self.messages.append(message)
            if not message.tool_calls:
                return message.content
            for call in message.tool_calls:
                self.messages.append({"role": "tool", "tool_call_id": call.id, "content": self.run(call)})
