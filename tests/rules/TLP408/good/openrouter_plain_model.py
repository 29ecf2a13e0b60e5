from langchain_openai import ChatOpenAI

llm = ChatOpenAI(model="meta-llama/llama-3.3-70b-instruct", base_url="https://openrouter.ai/api/v1")


def bound(tools):
    return llm.bind_tools(tools)
