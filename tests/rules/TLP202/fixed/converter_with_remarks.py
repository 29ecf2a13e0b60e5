"""What our chat stores, for the API; commented where it was not obvious."""

from typing import Any


def as_wire(history: list[dict[str, Any]]) -> list[dict[str, Any]]:
    params: list[dict[str, Any]] = []
    for item in history:
        match item["role"]:
            case "assistant":
                params.append(dict(role="assistant", content=item["blocks"]))
            case "tool":
                # results are the user's here
                result = {  # nothing else goes with it
                    "type": "tool_result",
                    "tool_use_id": item["tool_call_id"],
                    # always a text
                    "content": str(item["content"]),
                }
                last = params[-1] if params else {}
                if (
                    last.get("role") == "user"
                    and isinstance(last["content"], list)
                    and any(block.get("type") == "tool_result" for block in last["content"])
                ):
                    last["content"].append(result)
                else:
                    params.append(dict(role="user", content=[result]))
            case _:
                params.append(dict(role="user", content=item["content"]))
    return params
