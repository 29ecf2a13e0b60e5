from anthropic import AsyncAnthropic
from anthropic.types import ToolResultBlockParam


async def house(client: AsyncAnthropic, messages, tools, lights, doors):
    while True:
        r = await client.messages.create(model="claude-haiku-4-5", max_tokens=900, messages=messages, tools=tools)
        messages.append({"role": "assistant", "content": r.content})
        uses = [b for b in r.content if b.type == "tool_use"]
        if not uses:
            return r
        results: list[ToolResultBlockParam] = []
        for use in uses:
            match use.name:  # expect: TLP203
                case "lights":
                    text = await lights(use.input)
                    results.append(ToolResultBlockParam(type="tool_result", tool_use_id=use.id, content=text))
                case "doors":
                    text = await doors(use.input)
                    results.append(ToolResultBlockParam(type="tool_result", tool_use_id=use.id, content=text))
        messages.append({"role": "user", "content": results})
