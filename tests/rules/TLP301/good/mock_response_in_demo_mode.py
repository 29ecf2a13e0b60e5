"""Demo mode without a key: the page shows a canned answer."""

from types import SimpleNamespace

CANNED = [
    {"type": "thinking", "thinking": "The user wants a demonstration.", "signature": "demo"},
    {"type": "text", "text": "This is what an answer looks like."},
]


def demo_page(render):
    blocks = [SimpleNamespace(**b) for b in CANNED]
    thought = next(b for b in blocks if b.type == "thinking")
    render(thought.thinking, [b.text for b in blocks if b.type == "text"])
