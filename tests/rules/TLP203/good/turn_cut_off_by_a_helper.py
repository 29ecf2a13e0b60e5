from openai import AsyncOpenAI

client = AsyncOpenAI()


class Session:
    def __init__(self, store, stop):
        self.messages = store.load()
        self.stop = stop

    def cut_unfinished(self):
        last = -1
        for number in range(len(self.messages) - 1, -1, -1):
            if self.messages[number]["role"] == "assistant":
                last = number
                break
        if last >= 0:
            self.messages = self.messages[:last]

    async def step(self, tools, execute):
        for _ in range(20):
            reply = await client.chat.completions.create(model="gpt-4.1", messages=self.messages, tools=tools)
            turn = reply.choices[0].message
            calls = [{"id": c.id, "type": "function", "function": c.function} for c in turn.tool_calls or []]
            self.messages.append({"role": "assistant", "content": turn.content, "tool_calls": calls})
            if not turn.tool_calls:
                return turn.content
            for call in turn.tool_calls:
                output = await execute(call)
                self.messages.append({"role": "tool", "tool_call_id": call.id, "content": output})
                if self.stop.is_set():
                    self.cut_unfinished()
                    return "stopped"
        return None
