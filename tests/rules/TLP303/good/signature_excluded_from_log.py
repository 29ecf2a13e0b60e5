import logging

from anthropic import Anthropic

log = logging.getLogger(__name__)


def loop(client: Anthropic, lines, tools, use):
    while True:
        m = client.messages.create(model="claude-opus-4-5", max_tokens=1100, messages=lines, tools=tools)
        log.debug("%s", [b.model_dump(exclude={"signature", "data"}) for b in m.content])
        lines.append({"role": "assistant", "content": m.content})
        outs = [use(b) for b in m.content if b.type == "tool_use"]
        if not outs:
            return m
        lines.append({"role": "user", "content": outs})
