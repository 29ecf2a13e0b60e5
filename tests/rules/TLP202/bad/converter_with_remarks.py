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
                params.append(  # expect: TLP202
                    dict(
                        role="user",
                        content=[
                            {  # nothing else goes with it
                                "type": "tool_result",
                                "tool_use_id": item["tool_call_id"],
                                # always a text
                                "content": str(item["content"]),
                            }
                        ],
                    )
                )
            case _:
                params.append(dict(role="user", content=item["content"]))
    return params
