from litellm import completion


class Turn:
    def __init__(self, text, calls, raw=None):
        self.text, self.calls, self.raw = text, calls, raw


def to_message(turn):
    if turn.raw is not None:
        return turn.raw
    return {
        "role": "assistant",
        "content": turn.text,
        "tool_calls": [
            {"id": c.id, "type": "function", "function": {"name": c.name, "arguments": c.arguments}} for c in turn.calls
        ],
    }


def ask(turns, tools):
    reply = completion(model="deepseek/deepseek-chat", messages=[to_message(t) for t in turns], tools=tools)
    message = reply.choices[0].message
    return Turn(message.content, message.tool_calls or [], raw=message.model_dump())
