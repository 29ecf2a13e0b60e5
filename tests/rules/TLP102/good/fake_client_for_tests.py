"""A client that plays a script, for the tests of the loop."""

from types import SimpleNamespace


def text(value):
    return SimpleNamespace(type="text", text=value)


def call(ident, name, **arguments):
    return SimpleNamespace(type="tool_use", id=ident, name=name, input=arguments)


class FakeMessages:
    def __init__(self, *turns):
        self.turns = list(turns)
        self.requests = []

    def create(self, **request):
        self.requests.append(request)
        content = self.turns.pop(0)
        stop = "tool_use" if any(b.type == "tool_use" for b in content) else "end_turn"
        return SimpleNamespace(role="assistant", content=content, stop_reason=stop)


class FakeClient:
    def __init__(self, *turns):
        self.messages = FakeMessages(*turns)


def script():
    return FakeClient([text("let me see"), call("toolu_1", "add", a=1, b=2)], [text("three")])
