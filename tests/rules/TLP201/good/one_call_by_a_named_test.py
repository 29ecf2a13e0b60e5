import json

import litellm


class Steps:
    def correction(self, call, text):
        return {"role": "tool", "tool_call_id": call.id, "content": text}

    def read(self, history, tools):
        message = litellm.completion(model=self.model, messages=history, tools=tools).choices[0].message
        history.append(message)
        wrapped = len(message.tool_calls) == 1 and message.tool_calls[0].function.name == "Many"
        if wrapped:
            call = message.tool_calls[0]
            try:
                return json.loads(call.function.arguments)["calls"]
            except (ValueError, KeyError):
                history.append(self.correction(call, "no valid JSON"))
                return []
        for call in message.tool_calls:
            history.append(self.correction(call, "use Many"))
        return []
