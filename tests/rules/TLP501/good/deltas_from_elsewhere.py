from .events import delta_events


async def replay(message, websocket):
    for n, block in enumerate(message["content"]):
        shell = {**block, "thinking": "", "signature": ""} if block["type"] == "thinking" else block
        await websocket.send_json({"type": "content_block_start", "index": n, "content_block": shell})
        for event in delta_events(n, block):
            await websocket.send_json(event)
        await websocket.send_json({"type": "content_block_stop", "index": n})
