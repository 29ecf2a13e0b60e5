"""A recorded stream for a demo page: nobody sends it back."""

DEMO = [
    {"type": "message_start", "message": {"id": "msg_demo", "role": "assistant", "content": []}},
    {"type": "content_block_start", "index": 0,
     "content_block": {"type": "thinking", "thinking": "Hm, let me see.", "signature": "c2lnbmVk"}},
    {"type": "content_block_stop", "index": 0},
    {"type": "content_block_start", "index": 1, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": "Hello!"}},
    {"type": "content_block_stop", "index": 1},
    {"type": "message_stop"},
]  # fmt: skip


def play(write):
    for event in DEMO:
        write(event)
