from .llm import LLM


class Agent:
    def run(self, prompt):
        history = [{"role": "user", "content": prompt}]
        while True:
            response = self.llm.chat(history, tools=self.tools)
            if not response.tool_calls:
                return response.content
            history.append(
                {
                    "role": "assistant",
                    "content": response.content,
                    "tool_calls": [tc.to_dict() for tc in response.tool_calls],
                }
            )
            for tc in response.tool_calls:
                tool = self.tools_by_name.get(tc.name)
                if tool is None:
                    continue  # expect: TLP203
                history.append({"role": "tool", "tool_call_id": tc.id, "content": tool.run(tc.arguments)})
