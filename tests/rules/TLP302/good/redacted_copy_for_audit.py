import copy
import re

from anthropic import AsyncAnthropic

MAIL = re.compile(r"\S+@\S+")


async def run(client: AsyncAnthropic, history, tools, use, audit):
    while True:
        r = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=history, tools=tools)
        history.append({"role": "assistant", "content": r.content})
        logged = copy.deepcopy(r.content)
        for block in logged:
            if block.type == "thinking":
                block.thinking = MAIL.sub("<mail>", block.thinking)
        await audit.write(logged)
        outs = [await use(b) for b in r.content if b.type == "tool_use"]
        if not outs:
            return r
        history.append({"role": "user", "content": outs})
