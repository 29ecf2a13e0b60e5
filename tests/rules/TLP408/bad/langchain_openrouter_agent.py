import os

from langchain.agents import create_agent
from langchain_openai import ChatOpenAI

MODEL = "moonshotai/kimi-k2-thinking"


def build(tools):
    llm = ChatOpenAI(  # expect: TLP408
        model=MODEL,
        openai_api_base="https://openrouter.ai/api/v1",
        openai_api_key=os.environ["OPENROUTER_API_KEY"],
        temperature=0.2,
    )
    return create_agent(llm, tools)
