from langchain_openai import ChatOpenAI

llm = ChatOpenAI(model="deepseek-reasoner", base_url="http://localhost:8000/v1", api_key="-")
HOSTED = "https://api.deepseek.com"


def bound(tools):
    return llm.bind_tools(tools)
