from enum import Enum

from langchain_core.language_models import BaseChatModel
from langchain_openai import ChatOpenAI


class Vendor(Enum):
    OPENAI = "openai"
    MOONSHOT = "moonshot"


def chat_model(vendor: Vendor, key: str) -> BaseChatModel:
    if vendor is Vendor.MOONSHOT:
        return ChatOpenAI(model_name="kimi-k2.6", api_key=key, base_url="https://api.moonshot.ai/v1")  # expect: TLP408
    return ChatOpenAI(model="gpt-5", api_key=key)


def with_tools(vendor: Vendor, key: str, tools: list) -> object:
    return chat_model(vendor, key).bind_tools(tools)
