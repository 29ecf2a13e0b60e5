"""Which calls are run here is chosen by any(); the provider's own are not ours to run."""

from anthropic import Anthropic

RUNNABLE = ["tool_use"]


def turn(client: Anthropic, request: dict, run) -> bool:
    reply = client.messages.create(**request)
    request["messages"].append({"role": "assistant", "content": reply.content})
    ours = [b for b in reply.content if any(b.type == k for k in RUNNABLE)]
    if ours:
        request["messages"].append(
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": b.id, "content": run(b.name, b.input)} for b in ours
                ],
            }
        )
    return bool(ours)
