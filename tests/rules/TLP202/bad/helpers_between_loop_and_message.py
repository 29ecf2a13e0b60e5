class Converter:
    ROLE_USER = "user"

    def messages(self, stored):
        return [self.message(m) for m in stored]  # expect: TLP202

    def message(self, entry):
        if isinstance(entry, dict):
            return self.of_dict(entry)
        return {"role": entry.role, "content": entry.content}

    def of_dict(self, entry):
        if entry["role"] == "tool":
            return self.result(entry["tool_call_id"], entry["content"])
        return {"role": entry["role"], "content": entry["content"]}

    def result(self, ident, content):
        return {"role": self.ROLE_USER, "content": [{"type": "tool_result", "tool_use_id": ident, "content": content}]}
