import anthropic

client = anthropic.Anthropic()


def bounded(question, tools, run, memory):
    scratch = [*memory, {"role": "user", "content": question}]
    for _ in range(15):
        r = client.messages.create(model="claude-opus-4-5", max_tokens=1000, messages=scratch, tools=tools)
        if r.stop_reason != "tool_use":
            answer = "".join(b.text for b in r.content if b.type == "text")
            break
        scratch += [
            {"role": "assistant", "content": r.content},
            {"role": "user", "content": [run(b) for b in r.content if b.type == "tool_use"]},
        ]
    else:
        answer = "I could not finish this in time."
    memory.append({"role": "user", "content": question})
    memory.append({"role": "assistant", "content": answer})
    return answer
