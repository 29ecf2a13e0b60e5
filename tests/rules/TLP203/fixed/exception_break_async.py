import logging

from anthropic import AsyncAnthropic

logger = logging.getLogger(__name__)


async def converse(client: AsyncAnthropic, past: list, tools: list, invoke) -> None:
    while True:
        reply = await client.messages.create(model="claude-opus-4-5", max_tokens=4096, messages=past, tools=tools)
        past.append({"role": "assistant", "content": reply.content})
        outputs = []
        for block in reply.content:
            if block.type == "tool_use":
                try:
                    value = await invoke(block.name, block.input)
                except TimeoutError:
                    logger.warning("tool %s timed out", block.name)
                    outputs.append(
                        {
                            "type": "tool_result",
                            "tool_use_id": block.id,
                            "content": f"Error: {block.name} failed",
                            "is_error": True,
                        }
                    )
                    continue
                outputs.append({"type": "tool_result", "tool_use_id": block.id, "content": value})
        if not outputs:
            return
        past.append({"role": "user", "content": outputs})
