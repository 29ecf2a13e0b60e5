"""docs/streams.md: what it shows works."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flake8_toolloop.transcripts import streams

PAGE = (Path(__file__).parents[3] / "docs" / "streams.md").read_text(encoding="utf-8")
REPLAY, PUT_TOGETHER, VERDICT, TEST, CLIENT, SERVER = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
MESSAGE: dict[str, Any] = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "claude-test", "stop_reason": "end_turn",
    "content": [{"type": "thinking", "thinking": "Hm.", "signature": "c2ln"}, {"type": "text", "text": "Warm."}],
    "stop_sequence": None, "usage": {"input_tokens": 5, "output_tokens": 20},
}  # fmt: skip


def test_a_replay() -> None:
    names: dict[str, Any] = {"Iterator": Iterator}
    exec(REPLAY, names)
    data = b"".join(names["replayed"](MESSAGE))
    names |= {"events": streams.read_sse(data), "data": data}
    exec(PUT_TOGETHER, names)
    assert names["message"] == MESSAGE
    exec(VERDICT, names)
    assert names["verdict"].legal
    assert names["verdict"].matches
    names |= {"MESSAGE": MESSAGE, "my_proxy_as_bytes": lambda message: b"".join(streams.to_sse(message))}
    exec(TEST, names)
    names["test_my_proxy_replays_what_it_was_given"]()


def test_the_doors_are_made_as_shown() -> None:
    for source in (CLIENT, SERVER):
        ast.parse(source)
    names: dict[str, Any] = {"app": object()}
    exec(SERVER, names)
    assert type(names["app"]).__name__ == "RepairMiddleware"
