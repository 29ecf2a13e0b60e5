"""A handler gets the response from elsewhere: who calls it has put the turn in, or not."""

from anthropic.types import Message, MessageParam


class Tools:
    def __init__(self, table):
        self.table = table

    def handle(self, response: Message, messages: list[MessageParam]) -> bool:
        results = []
        for block in response.content:
            if block.type == "tool_use":
                output = self.table[block.name](**block.input)
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": output})
        if results:
            messages.append({"role": "user", "content": results})
        return bool(results)
