import json

from litellm import acompletion


class Agent:
    def __init__(self, model, tools):
        self.model = model
        self.tools = tools
        self.log = []

    async def step(self):
        response = await acompletion(model=self.model, messages=self.log, tools=list(self.tools.values()))
        turn = response.choices[0].message
        entry = {"role": "assistant", "content": turn.content or ""}
        thinking_blocks = getattr(turn, "thinking_blocks", None)
        if thinking_blocks is not None:
            entry["thinking_blocks"] = thinking_blocks
        reasoning_content = getattr(turn, "reasoning_content", None)
        if reasoning_content is not None:
            entry["reasoning_content"] = reasoning_content
        if turn.tool_calls:
            entry["tool_calls"] = [
                {
                    "id": call.id,
                    "type": "function",
                    "function": {"name": call.function.name, "arguments": call.function.arguments},
                }
                for call in turn.tool_calls
            ]
        self.log.append(entry)
        for call in turn.tool_calls or []:
            output = await self.tools[call.function.name].run(json.loads(call.function.arguments))
            self.log.append({"role": "tool", "tool_call_id": call.id, "content": output})
        return bool(turn.tool_calls)
