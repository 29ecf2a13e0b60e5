import asyncio

from anthropic import AsyncAnthropic

aclient = AsyncAnthropic()


async def call_tool(name, arguments):
    await asyncio.sleep(0)
    return f"{name} ran with {arguments}"


async def converse(dialogue, toolbox):
    for _ in range(25):
        turn = await aclient.messages.create(
            model="claude-opus-4-6", max_tokens=4096, tools=toolbox, messages=dialogue, thinking={"type": "adaptive"}
        )
        wanted = list(filter(lambda item: item.type != "thinking", turn.content))
        dialogue.append({"role": "assistant", "content": wanted})  # expect: TLP101, TLP403
        uses = [item for item in turn.content if item.type == "tool_use"]
        if not uses:
            return turn
        outputs = await asyncio.gather(*(call_tool(u.name, u.input) for u in uses))
        dialogue.append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": u.id, "content": out} for u, out in zip(uses, outputs)
                ],
            }
        )
    raise RuntimeError("too many steps")
