async def follow(client, dialog, tools, perform):
    """One more round of a dialog with Claude."""
    response = await client.beta.messages.create(
        model="claude-opus-4-6", max_tokens=5000, messages=dialog, tools=tools, betas=["context-1m-2025-08-07"]
    )
    dialog.extend([{"role": "assistant", "content": response.content}])
    answers = []
    for x in response.content:
        if x.type == "tool_use":
            answers.append({"type": "tool_result", "tool_use_id": x.id, "content": await perform(x)})
    if answers:
        dialog.extend([{"role": "user", "content": answers}])
        return await follow(client, dialog, tools, perform)
    return response
