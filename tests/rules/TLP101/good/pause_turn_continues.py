from anthropic import Anthropic

api = Anthropic()
WEB = [{"type": "web_search_20260209", "name": "web_search"}]


def research(question: str) -> str:
    exchange = [{"role": "user", "content": question}]
    while True:
        found = api.messages.create(model="claude-opus-4-6", max_tokens=8000, messages=exchange, tools=WEB)
        exchange.append({"role": "assistant", "content": found.content})
        if found.stop_reason != "pause_turn":
            break
    cited = [b for b in found.content if b.type == "text" and b.citations]
    plain = [b for b in found.content if b.type == "text"]
    return "\n".join(b.text for b in cited or plain)
