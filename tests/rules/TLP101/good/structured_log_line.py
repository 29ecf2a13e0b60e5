import json
import logging

import anthropic

logger = logging.getLogger("turns")


class LoggedLoop:
    def __init__(self, execute):
        self.client = anthropic.AnthropicVertex(region="global", project_id="x")
        self.execute = execute
        self.dialog = []

    def _log(self, blocks):
        logged = []
        for b in blocks:
            if b.type in ("thinking", "redacted_thinking"):
                continue
            logged.append(b.to_dict())
        logger.info(json.dumps({"role": "assistant", "content": logged}))

    def tick(self, tools):
        r = self.client.messages.create(model="claude-opus-4-5", max_tokens=3000, messages=self.dialog, tools=tools)
        self._log(r.content)
        self.dialog.append({"role": "assistant", "content": r.content})
        if r.stop_reason == "tool_use":
            answers = [self.execute(b) for b in r.content if b.type == "tool_use"]
            self.dialog.append({"role": "user", "content": answers})
            return True
        return False
