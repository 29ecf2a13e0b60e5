"""Blocks of a finished turn are put into the queue of a listener; what is no text goes as it is."""

import asyncio


async def push(response: dict, queue: asyncio.Queue) -> None:
    await queue.put({"type": "message_start", "message": {**response, "content": []}})
    for position, block in enumerate(response["content"]):
        if block["type"] == "text":
            opened = {"type": "text", "text": ""}
            await queue.put({"type": "content_block_start", "index": position, "content_block": opened})
            for word in block["text"].splitlines(keepends=True):
                delta = {"type": "text_delta", "text": word}
                await queue.put({"type": "content_block_delta", "index": position, "delta": delta})
            await queue.put({"type": "content_block_stop", "index": position})
            continue
        if block["type"] == "thinking":
            await queue.put(
                {
                    "type": "content_block_start",
                    "index": position,
                    "content_block": {**block, "thinking": "", "signature": ""},
                }
            )
            await queue.put(
                {
                    "type": "content_block_delta",
                    "index": position,
                    "delta": {"type": "thinking_delta", "thinking": block["thinking"]},
                }
            )
            await queue.put(
                {
                    "type": "content_block_delta",
                    "index": position,
                    "delta": {"type": "signature_delta", "signature": block["signature"]},
                }
            )
        else:
            await queue.put({"type": "content_block_start", "index": position, "content_block": block})
        await queue.put({"type": "content_block_stop", "index": position})
    await queue.put({"type": "message_stop"})
