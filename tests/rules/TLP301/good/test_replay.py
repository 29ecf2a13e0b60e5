"""The loop of the package against a client that plays a script."""

from types import SimpleNamespace

THOUGHT = {"type": "thinking", "thinking": "two and two", "signature": "c2ln"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "add", "input": {"a": 2, "b": 2}}


class Scripted:
    def __init__(self, *turns):
        self.left = list(turns)
        self.seen = []
        self.messages = SimpleNamespace(create=self.create)

    def create(self, **request):
        self.seen.append(request["messages"])
        return SimpleNamespace(content=self.left.pop(0), stop_reason="end_turn")


def test_old_turn_is_sent_as_it_is():
    client = Scripted([{"type": "text", "text": "four"}])
    history = [
        {"role": "user", "content": "2 + 2"},
        {"role": "assistant", "content": [THOUGHT, CALL]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "4"}]},
    ]
    client.messages.create(model="m", max_tokens=1, messages=history)
    assert client.seen[0][1]["content"] == [THOUGHT, CALL]
