import logging

import anthropic

log = logging.getLogger(__name__)


class Transactional:
    def __init__(self, tools, use):
        self.client = anthropic.Anthropic()
        self.tools, self.use = tools, use
        self.turns = []

    def step(self):
        m = self.client.messages.create(
            model="claude-opus-4-5", max_tokens=1400, messages=self.turns, tools=self.tools
        )
        calls = [b for b in m.content if b.type == "tool_use"]
        try:
            results = [{"type": "tool_result", "tool_use_id": c.id, "content": self.use(c)} for c in calls]
        except Exception:
            log.exception("tools failed: the turn is not kept")
            return False
        self.turns.append({"role": "assistant", "content": m.content})
        if results:
            self.turns.append({"role": "user", "content": results})
        return bool(results)
