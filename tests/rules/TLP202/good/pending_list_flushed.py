class Writer:
    """Builds the request from stored rows; results of one turn are held until the next other row."""

    def __init__(self):
        self.out = []
        self.pending = []

    def flush(self):
        if self.pending:
            self.out.append({"role": "user", "content": self.pending})
            self.pending = []

    def write(self, rows):
        for row in rows:
            if row["kind"] == "result":
                self.pending.append(
                    {"type": "tool_result", "tool_use_id": row["call"], "content": row["value"], "is_error": row["bad"]}
                )
                continue
            self.flush()
            if row["kind"] == "turn":
                self.out.append({"role": "assistant", "content": row["content"]})
            else:
                self.out.append({"role": "user", "content": row["text"]})
        self.flush()
        return self.out
