def as_requests(log):
    """Results of one turn follow one another in the log; the API wants them together."""
    requests = []
    for line in log:
        if line.who == "tool":
            given = {"type": "tool_result", "tool_use_id": line.call, "content": line.said}
            if requests and requests[-1]["role"] == "user" and requests[-1]["content"][0]["type"] == "tool_result":
                requests[-1]["content"].append(given)
                continue
            requests.append({"role": "user", "content": [given]})
        elif line.who == "model":
            requests.append({"role": "assistant", "content": line.blocks})
        else:
            requests.append({"role": "user", "content": [{"type": "text", "text": line.said}]})
    return requests
