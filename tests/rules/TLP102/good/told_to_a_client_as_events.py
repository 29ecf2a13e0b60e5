import json


class Gateway:
    """Runs code for a client and tells it of each call as a stream; the received turn is kept for the next request."""

    def events(self, blocks, number):
        for block in blocks:
            yield json.dumps({"type": "content_block_start", "index": number, "content_block": block})
            yield json.dumps({"type": "content_block_stop", "index": number})
            number += 1

    async def answer(self, client, request, sandbox):
        reply = await client.messages.create(**request)
        self.kept[request["id"]] = [b.model_dump() for b in reply.content]
        blocks = []
        for block in reply.content:
            if block.type == "text":
                blocks.append({"type": "text", "text": block.text})
        for asked in sandbox.run(reply):
            blocks.append({"type": "tool_use", "id": asked.call_id, "name": asked.tool_name, "input": asked.arguments})
        for event in self.events(blocks, 0):
            yield event
