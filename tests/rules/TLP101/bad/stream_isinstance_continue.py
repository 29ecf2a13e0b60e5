from anthropic import Anthropic
from anthropic.types import RedactedThinkingBlock, ThinkingBlock


def chat(api: Anthropic, state: dict, tools: list, handlers: dict) -> None:
    pending = True
    while pending:
        with api.messages.stream(
            model="claude-opus-4-5", max_tokens=8192, messages=state["turns"], tools=tools
        ) as stream:
            for piece in stream.text_stream:
                print(piece, end="", flush=True)
            final = stream.get_final_message()
        state["thoughts"] += sum(isinstance(b, (ThinkingBlock, RedactedThinkingBlock)) for b in final.content)

        stored = []
        for block in final.content:
            if isinstance(block, (ThinkingBlock, RedactedThinkingBlock)):
                continue
            stored.append(block)
        state["turns"].append({"role": "assistant", "content": stored})  # expect: TLP101

        replies = []
        for block in final.content:
            if block.type == "tool_use":
                replies.append(
                    {"type": "tool_result", "tool_use_id": block.id, "content": handlers[block.name](block.input)}
                )
        if replies:
            state["turns"].append({"role": "user", "content": replies})
        pending = bool(replies)
