import anthropic


class Provider:
    def __init__(self, client: anthropic.AsyncAnthropic):
        self.client = client

    async def stream(self, messages, tools):
        async with self.client.messages.stream(
            model="claude-opus-4-7", max_tokens=2048, messages=messages, tools=tools
        ) as stream:
            open_call = None
            async for event in stream:
                if event.type == "content_block_start" and event.content_block.type == "tool_use":
                    open_call = {"id": event.content_block.id, "arguments": ""}
                elif event.type == "text":
                    yield {"text": event.text}
                elif event.type == "input_json" and open_call is not None:
                    open_call["arguments"] += event.partial_json
                    yield {"call": open_call}
            message = await stream.get_final_message()
            yield {"raw": message.to_param()}
