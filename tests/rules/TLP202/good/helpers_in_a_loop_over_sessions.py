class Hub:
    """One message for each of several conversations, each with the one call that it waits for."""

    def wake(self, sessions):
        for session in sessions:
            session.history.append(self.answered(session))
            session.resume()

    def answered(self, session):
        return self.message(session.waiting)

    def message(self, waiting):
        results = [{"type": "tool_result", "tool_use_id": w["id"], "content": w["text"]} for w in waiting]
        return {"role": "user", "content": results}
