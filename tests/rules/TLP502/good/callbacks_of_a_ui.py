"""A widget's handlers for a stream that its controller accumulates."""

import anthropic


class Panel:
    def __init__(self):
        self.cards = {}
        self.text = ""

    def on_event(self, event):
        if event.type == "content_block_start" and event.content_block.type == "tool_use":
            self.cards[event.index] = [event.content_block.id, event.content_block.name, ""]
        elif event.type == "content_block_delta":
            if event.delta.type == "text_delta":
                self.text += event.delta.text
            elif event.delta.type == "input_json_delta":
                self.cards[event.index][2] += event.delta.partial_json


class Controller:
    def __init__(self, client: anthropic.Anthropic, panel: Panel):
        self.client, self.panel, self.messages = client, panel, []

    def turn(self, tools):
        with self.client.messages.stream(
            model="claude-opus-4-7", max_tokens=1000, messages=self.messages, tools=tools
        ) as stream:
            for event in stream:
                self.panel.on_event(event)
            final = stream.get_final_message()
        self.messages.append({"role": "assistant", "content": final.content})
        return final.stop_reason
