import anthropic
from django.db import models

class Turn(models.Model):
    role = models.CharField(max_length=16)
    text = models.TextField()
    tool_calls = models.JSONField(default=list)

    def to_wire(self):
        if self.role == "assistant":
            content = []
            if self.text:
                content.append({"type": "text", "text": self.text})
            content += [{"type": "tool_use", "id": c["id"], "name": c["name"], "input": c["input"]} for c in self.tool_calls]
            return {"role": "assistant", "content": content}  # expect: TLP102
        return {"role": "user", "content": self.text}

def run(client: anthropic.Anthropic, chat, tools):
    return client.messages.create(model="claude-opus-4-5", max_tokens=10, tools=tools, messages=[t.to_wire() for t in chat.turns.all()])
