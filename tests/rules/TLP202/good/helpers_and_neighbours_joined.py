class Converter:
    ROLE_USER = "user"

    def messages(self, stored):
        folded = []
        for message in [self.message(m) for m in stored]:
            if folded and folded[-1]["role"] == message["role"]:
                folded[-1]["content"].extend(message["content"])
            else:
                folded.append(message)
        return folded

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
