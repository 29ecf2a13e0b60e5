from langchain_openai import ChatOpenAI

llm = ChatOpenAI(model="deepseek-chat", base_url="https://api.deepseek.com/v1")


def bound(tools):
    return llm.bind_tools(tools)
