"""Clients that have no way for some provider's deliberation: the table.

Facts: langchain-openai 1.7.4 (fields beyond OpenAI's own are neither extracted nor sent back), litellm 1.110.2,
the providers' pages on their OpenAI-compatible endpoints, as read on 2026-11-30.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Host:
    """A provider that an OpenAI client is pointed at, and the models of it that return deliberation to be sent back."""

    address: str
    """What its address contains."""
    models: re.Pattern[str]
    why: str
    effect: str
    asked: str = ""
    """The field of a request that switches deliberation on, where it is off without it."""


@dataclass(frozen=True)
class ClientClass:
    """A client's class: whose it is, how it says where it goes, and what hands it tools."""

    names: tuple[str, ...]
    modules: tuple[str, ...]
    addresses: tuple[str, ...]
    """The arguments that hold the address."""
    tools: tuple[str, ...]
    """Calls that hand it tools."""
    hosts: tuple[Host, ...]


_LANGCHAIN = "its messages have no place for the provider's reasoning fields"

LANGCHAIN = ClientClass(
    names=("ChatOpenAI",),
    modules=("langchain_openai", "langchain.chat_models", "langchain_community.chat_models"),
    addresses=("base_url", "openai_api_base"),
    tools=(
        "bind_tools", "create_agent", "create_react_agent", "create_tool_calling_agent", "create_openai_tools_agent",
    ),
    hosts=(
        Host(
            "api.deepseek.com", re.compile(r"deepseek-(?:reasoner|v[4-9])"), _LANGCHAIN,
            "400: The reasoning_content in the thinking mode must be passed back to the API; use ChatDeepSeek",
        ),
        Host(
            "api.moonshot.", re.compile(r"kimi-k(?:2-thinking|2\.[5-9]|[3-9])"), _LANGCHAIN,
            "400: thinking is enabled but reasoning_content is missing in assistant tool call message",
        ),
        Host(
            "openrouter.ai",
            re.compile(
                r"(?:deepseek/deepseek-(?:r\d|v[4-9])|moonshotai/kimi-k(?:2-thinking|[3-9])"
                r"|google/gemini-[3-9]|minimax/minimax-m[2-9])"
            ),
            _LANGCHAIN,
            "`reasoning_details` are lost: refused for Gemini, silent elsewhere; use ChatOpenRouter",
        ),
        Host("api.z.ai", re.compile(r"glm-(?:4\.[5-9]|[5-9])"), _LANGCHAIN, "lost in silence: the model works worse"),
        Host(
            "api.anthropic.com", re.compile(r"claude-"),
            "the OpenAI-compatible endpoint returns no thinking blocks",
            "lost in silence: the model goes on without what it thought; use ChatAnthropic", asked="thinking",
        ),
    ),
)  # fmt: skip
OPENAI = ClientClass(
    names=("OpenAI", "AsyncOpenAI"),
    modules=("openai",),
    addresses=("base_url",),
    tools=("create", "parse", "stream"),
    hosts=(
        Host(
            "api.anthropic.com", re.compile(r"claude-"),
            "the OpenAI-compatible endpoint returns no thinking blocks",
            "lost in silence: the model goes on without what it thought; use the anthropic SDK", asked="thinking",
        ),
        Host(
            "api.x.ai", re.compile(r"grok-(?:3-mini|[4-9])(?!.*non-reasoning)"),
            "chat completions have no field for its encrypted reasoning",
            "lost in silence: the API answers 200; use the Responses API of the same host",
        ),
    ),
)  # fmt: skip
CLIENTS = (LANGCHAIN, OPENAI)

REPAIRER = "litellm"
"""The library that can be told to repair requests."""
REPAIRS = "modify_params"
"""The switch for that."""
REPAIRED_CALLS = ("completion", "acompletion")
REPAIRED_FIELDS = ("thinking", "reasoning_effort")
"""What a request says that wants deliberation."""
REPAIR_EFFECT = "litellm switches thinking off where an assistant message has lost its thinking_blocks, in silence"
