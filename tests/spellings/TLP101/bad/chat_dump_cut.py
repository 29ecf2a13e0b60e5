from litellm import completion


def solve(self, messages, env):
    for _ in range(10):
        res = completion(messages=messages, model=self.model, tools=self.tools_info)
        next_message = res.choices[0].message.model_dump()
        action = message_to_action(next_message)
        env_response = env.step(action)
        if action.name != "respond":
            next_message["tool_calls"] = next_message["tool_calls"][:1]
            messages.extend(
                [
                    next_message,  # expect: TLP101
                    {
                        "role": "tool",
                        "tool_call_id": next_message["tool_calls"][0]["id"],  # expect: TLP201
                        "content": env_response.observation,
                    },
                ]
            )
        else:
            messages.extend([next_message, {"role": "user", "content": env_response.observation}])
