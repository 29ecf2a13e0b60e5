"""After each result the model is asked again, before the other calls of its turn have theirs."""

import anthropic

client = anthropic.Anthropic()
MODEL = "claude-sonnet-4-5"


class Desk:
    def __init__(self, tools, handlers):
        self.tools = tools
        self.handlers = handlers

    def work(self, messages):
        message = self.ask(messages)
        while message.stop_reason == "tool_use":
            messages.append({"role": "assistant", "content": message.content})
            results = []
            for block in message.content:
                if block.type == "text":
                    print(block.text)
                elif block.type == "tool_use":
                    output = self.handlers[block.name](block.input)
                    results.append(
                        {
                            "type": "tool_result",
                            "tool_use_id": block.id,
                            "content": output,
                        }
                    )
            if results:
                messages.append({"role": "user", "content": results})

                # And what now?
                message = client.messages.create(
                    model=MODEL,
                    max_tokens=1024,
                    messages=messages,
                    tools=self.tools,
                )
                print(message.stop_reason)
        return message

    def ask(self, messages):
        return client.messages.create(model=MODEL, max_tokens=1024, messages=messages, tools=self.tools)
