def converse(client, record, tools, execute):
    while True:
        with client.messages.stream(
            model="claude-opus-4-5", max_tokens=1000, messages=record, tools=tools
        ) as live:
            for piece in live.text_stream:
                print(piece, end="")
            record.append({"role": "assistant", "content": live.get_final_text()})  # expect: TLP104
            final = live.get_final_message()
        if final.stop_reason != "tool_use":
            return final
        results = [
            {"type": "tool_result", "tool_use_id": c.id, "content": execute(c)}
            for c in final.content
            if c.type == "tool_use"
        ]
        record.append({"role": "user", "content": results})
