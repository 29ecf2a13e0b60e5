"""A mock of a model without reasoning: it answers with text or one call."""

import json
import uuid


def answer(text, call=None):
    yield {"type": "message_start", "message": {"id": "msg_1", "role": "assistant", "content": []}}
    yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": text}}
    yield {"type": "content_block_stop", "index": 0}
    if call is not None:
        name, arguments = call
        block = {"type": "tool_use", "id": f"toolu_{uuid.uuid4().hex}", "name": name, "input": {}}
        yield {"type": "content_block_start", "index": 1, "content_block": block}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
        yield {"type": "content_block_delta", "index": 1, "delta": delta}
        yield {"type": "content_block_stop", "index": 1}
    yield {"type": "message_stop"}
