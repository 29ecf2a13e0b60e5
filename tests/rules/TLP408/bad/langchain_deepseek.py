from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI

DEEPSEEK = "https://api.deepseek.com/v1"


@tool
def weather(city: str) -> str:
    """Weather in a city."""
    return f"21 degrees in {city}"


class Assistant:
    def __init__(self, key: str) -> None:
        llm = ChatOpenAI(model="deepseek-reasoner", api_key=key, base_url=DEEPSEEK)  # expect: TLP408
        self.llm = llm.bind_tools([weather])

    def ask(self, question: str) -> str:
        messages = [HumanMessage(question)]
        while True:
            reply = self.llm.invoke(messages)
            messages.append(reply)
            if not reply.tool_calls:
                return str(reply.content)
            for call in reply.tool_calls:
                messages.append(ToolMessage(weather.invoke(call["args"]), tool_call_id=call["id"]))
