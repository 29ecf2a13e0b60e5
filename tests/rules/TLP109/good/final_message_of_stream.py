from anthropic import Anthropic

client = Anthropic()


def talk(history, tools, answer, show):
    while True:
        with client.messages.stream(model="claude-opus-4-7", max_tokens=900, messages=history, tools=tools) as stream:
            for event in stream:
                show(event.model_dump())
            final = stream.get_final_message()
        history.append({"role": "assistant", "content": final.content})
        results = [answer(b) for b in final.content if b.type == "tool_use"]
        if not results:
            return final
        history.append({"role": "user", "content": results})
