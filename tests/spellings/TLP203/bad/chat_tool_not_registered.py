from litellm import completion


class Agent:
    def step(self):
        resp = completion(model=self.model, messages=self.messages, tools=self.tools)
        msg = resp.choices[0].message
        self.messages.append(msg.model_dump())
        for tc in msg.tool_calls or []:
            name = tc.function.name
            if name not in self.registry:
                self.log(f"unknown {name}")
                continue  # expect: TLP203
            result = self.registry[name](tc.function.arguments)
            self.messages.append({"tool_call_id": tc.id, "role": "tool", "name": name, "content": str(result)})
