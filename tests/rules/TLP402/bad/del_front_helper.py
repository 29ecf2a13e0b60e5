"""A helper deletes the front of the list that it is given."""
import anthropic

LIMIT = 40


def shorten(messages):
    excess = len(messages) - LIMIT
    if excess > 0:
        del messages[:excess]  # expect: TLP402


def run_agent(messages, tools, execute):
    client = anthropic.Anthropic()
    done = False
    while not done:
        shorten(messages)
        with client.messages.stream(
            model="claude-opus-4-7", max_tokens=16000, messages=messages, tools=tools
        ) as stream:
            final = stream.get_final_message()
        messages.append({"role": "assistant", "content": final.content})
        results = []
        for block in final.content:
            if block.type == "tool_use":
                results.append({"type": "tool_result", "tool_use_id": block.id, "content": execute(block)})
        if results:
            messages.append({"role": "user", "content": results})
        done = not results
    return messages
