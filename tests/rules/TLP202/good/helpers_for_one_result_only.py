class Session:
    """Confirms one call that a person was asked about: there is no loop over calls."""

    def confirm(self, answer):
        return self.answered(answer["id"], "yes" if answer["ok"] else "no")

    def answered(self, ident, text):
        return self.message(ident, text)

    def message(self, ident, text):
        return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": ident, "content": text}]}
