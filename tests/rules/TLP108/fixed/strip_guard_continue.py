def carry_on(response: dict, convo: list, tool_runner) -> None:
    """``response`` is the JSON of /v1/messages."""
    convo.append({"role": "assistant", "content": response["content"]})
    results = []
    for block in response["content"]:
        if block["type"] == "tool_use":
            output = tool_runner(block["name"], block["input"])
            results.append({"type": "tool_result", "tool_use_id": block["id"], "content": output})
    if results:
        convo.append({"role": "user", "content": results})
