from anthropic import AsyncAnthropic


class Runner:
    def __init__(self, tools):
        self.llm = AsyncAnthropic()
        self.tools = tools
        self.transcript = []

    async def once(self, invoke):
        out = await self.llm.messages.create(
            model="claude-opus-4-7", max_tokens=4096, messages=self.transcript, tools=self.tools
        )
        full = [b for b in out.content if b.type != "thinking" or b.thinking]  # expect: TLP108
        self.transcript.append({"role": "assistant", "content": full})
        outs = [await invoke(b) for b in out.content if b.type == "tool_use"]
        if outs:
            self.transcript.append({"role": "user", "content": outs})
        return bool(outs)
