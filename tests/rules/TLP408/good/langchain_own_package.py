from langchain_anthropic import ChatAnthropic
from langchain_deepseek import ChatDeepSeek
from langchain_openai import ChatOpenAI


def model(name, tools):
    if name.startswith("deepseek"):
        return ChatDeepSeek(model="deepseek-reasoner", base_url="https://api.deepseek.com").bind_tools(tools)
    if name.startswith("claude"):
        return ChatAnthropic(model="claude-opus-4-7").bind_tools(tools)
    return ChatOpenAI(model="gpt-5").bind_tools(tools)
