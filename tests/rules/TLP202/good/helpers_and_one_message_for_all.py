class Converter:
    ROLE_USER = "user"

    def messages(self, stored):
        out, waiting = [], []
        for entry in stored:
            if entry["role"] == "tool":
                waiting.append(self.of_dict(entry))
                continue
            if waiting:
                out.append({"role": self.ROLE_USER, "content": waiting})
                waiting = []
            out.append({"role": entry["role"], "content": entry["content"]})
        if waiting:
            out.append({"role": self.ROLE_USER, "content": waiting})
        return out

    def of_dict(self, entry):
        return self.result(entry["tool_call_id"], entry["content"])

    def result(self, ident, content):
        return {"type": "tool_result", "tool_use_id": ident, "content": content}
