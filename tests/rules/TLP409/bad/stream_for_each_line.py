import sys

from anthropic import Anthropic


def main(tools, answer):
    client = Anthropic()
    messages = []
    for line in sys.stdin:
        messages.append({"role": "user", "content": line.strip()})  # expect: TLP409
        while True:
            with client.messages.stream(
                model="claude-3-7-sonnet-latest",
                max_tokens=9000,
                messages=messages,
                tools=tools,
                thinking={"type": "enabled", "budget_tokens": 2048},
            ) as stream:
                for text in stream.text_stream:
                    print(text, end="", flush=True)
                final = stream.get_final_message()
            messages.append({"role": "assistant", "content": final.content})
            if final.stop_reason != "tool_use":
                break
            messages.append({"role": "user", "content": [answer(b) for b in final.content if b.type == "tool_use"]})
