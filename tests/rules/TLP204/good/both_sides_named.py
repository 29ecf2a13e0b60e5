from typing import Any

import anthropic

client = anthropic.Anthropic()


def convert(contents: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Parts of another provider, which pairs calls and responses by name."""
    messages = []
    for content in contents:
        blocks: list[dict[str, Any]] = []
        for part in content["parts"]:
            if "text" in part:
                blocks.append({"type": "text", "text": part["text"]})
            elif "function_call" in part:
                name = part["function_call"]["name"]
                blocks.append({"type": "tool_use", "id": name, "name": name, "input": part["function_call"]["args"]})
            elif "function_response" in part:
                answer = part["function_response"]
                blocks.append({"type": "tool_result", "tool_use_id": answer["name"], "content": str(answer["response"])})
            else:
                blocks.append(part)
        messages.append({"role": "user" if content["role"] == "user" else "assistant", "content": blocks})
    return messages
