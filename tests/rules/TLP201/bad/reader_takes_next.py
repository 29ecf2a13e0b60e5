import json


class Converter:
    """Between Messages and a neutral shape."""

    def turn(self, text, calls):
        blocks = [{"type": "text", "text": text}]
        for call in calls:
            blocks.append({"type": "tool_use", "id": call.id, "name": call.name, "input": json.loads(call.raw)})
        return {"role": "assistant", "content": blocks}  # expect: TLP102

    def read(self, response):
        call = next((b for b in response.content if b.type == "tool_use"), None)  # expect: TLP201
        if call is None:
            return {"role": "assistant", "text": "".join(b.text for b in response.content if b.type == "text")}
        return {"calls": [{"id": call.id, "name": call.name, "raw": json.dumps(call.input)}], "text": None}
