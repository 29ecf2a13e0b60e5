import copy
from dataclasses import dataclass

from litellm.types.utils import Delta


@dataclass
class Part:
    index: int
    id: str
    name: str
    arguments: str

    def to_tool_call(self):
        return {"id": self.id, "type": "function", "function": {"name": self.name, "arguments": self.arguments}}


class Splitter:
    """A chunk of the stream goes on to the client, once for each call."""

    def reasoning_of(self, delta):
        return getattr(delta, "reasoning_content", None)

    @staticmethod
    def with_tool_call(chunk, part: Part, *, keep_role):
        piece = copy.deepcopy(chunk)
        role = getattr(piece.choices[0].delta, "role", None) if keep_role else None
        piece.choices[0].delta = Delta(role="assistant", tool_calls=[part.to_tool_call()])
        return piece

    def released(self, held):
        return tuple(self.with_tool_call(chunk, part, keep_role=False) for chunk, part in held)


def calls_of(message):
    return message.get("tool_calls") if message["role"] == "assistant" else None
