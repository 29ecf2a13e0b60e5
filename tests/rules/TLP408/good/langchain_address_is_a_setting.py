import os

from langchain.agents import create_agent
from langchain_openai import ChatOpenAI

FALLBACK = "https://openrouter.ai/api/v1"


def build(tools):
    llm = ChatOpenAI(model=os.environ["MODEL"], base_url=os.environ.get("BASE_URL", FALLBACK))
    return create_agent(llm, tools)
