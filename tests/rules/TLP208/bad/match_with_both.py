from anthropic import Anthropic


class Bot:
    def __init__(self, tools, registry):
        self.client = Anthropic()
        self.tools = tools
        self.registry = registry
        self.log = []

    def turn(self):
        while True:
            message = self.client.messages.create(
                model="claude-sonnet-4-6", max_tokens=700, messages=self.log, tools=self.tools
            )
            self.log.append({"role": "assistant", "content": message.content})
            stop = message.stop_reason
            if stop == "end_turn" or stop == "stop_sequence":  # expect: TLP208
                return message
            results = []
            for block in message.content:
                if block.type != "tool_use":
                    continue
                output = self.registry[block.name](**block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
            self.log.append({"role": "user", "content": results})
