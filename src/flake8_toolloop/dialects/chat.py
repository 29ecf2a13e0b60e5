"""OpenAI Chat Completions and the servers that speak it: the table.

The unit is the message: its fields carry the turn, and the reasoning is one more field that only some endpoints have.
Facts: the providers' pages as read on 2026-11-30 (openai 3.57.0, litellm, ollama).
"""

from __future__ import annotations

from flake8_toolloop.dialects.base import Dialect, Endpoint, Kind, Loss

_REASONING = ("reasoning_content", "reasoning")

ENDPOINTS = (
    Endpoint(
        "DeepSeek",
        hosts=("api.deepseek.com",),
        models=("deepseek-", "deepseek/"),
        variables=("DEEPSEEK_API_KEY", "DEEPSEEK_BASE_URL", "DEEPSEEK_API_BASE"),
        fields=("reasoning_content",),
        even_empty=True,
        source="https://api-docs.deepseek.com/guides/thinking_mode",
    ),
    Endpoint(
        "Kimi",
        hosts=("api.moonshot.ai", "api.moonshot.cn"),
        models=("kimi-k2", "kimi-k3", "moonshotai/"),
        variables=("MOONSHOT_API_KEY", "KIMI_API_KEY"),
        fields=("reasoning_content",),
        source="https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model",
    ),
    Endpoint(
        "MiMo",
        hosts=("api.xiaomimimo.com",),
        models=("mimo-", "xiaomi/mimo"),
        fields=("reasoning_content",),
        even_empty=True,
        source="https://platform.xiaomimimo.com/docs",
    ),
    Endpoint(
        "GLM",
        hosts=("api.z.ai", "open.bigmodel.cn"),
        models=("glm-4.5", "glm-4.6", "glm-4.7", "glm-5", "z-ai/"),
        variables=("ZHIPUAI_API_KEY", "ZAI_API_KEY"),
        fields=_REASONING,
        source="https://docs.z.ai/guides/capabilities/thinking-mode",
    ),
    Endpoint(
        "MiniMax",
        hosts=("api.minimax.io", "api.minimaxi.com"),
        models=("MiniMax-M", "minimax/"),
        variables=("MINIMAX_API_KEY",),
        fields=("reasoning_details",),
        source="https://platform.minimax.io/docs/guides/text-m2-function-call",
    ),
    Endpoint(
        "OpenRouter",
        hosts=("openrouter.ai",),
        models=("openrouter/",),
        variables=("OPENROUTER_API_KEY", "OPENROUTER_BASE_URL"),
        fields=("reasoning_details",),
        request_fields=("reasoning",),
        source="https://openrouter.ai/docs/use-cases/reasoning-tokens",
    ),
    Endpoint(
        "LiteLLM",
        modules=("litellm",),
        fields=("thinking_blocks", "reasoning_content", "reasoning_items", "provider_specific_fields"),
        source="https://docs.litellm.ai/docs/reasoning_content",
    ),
    Endpoint(
        "Ollama",
        hosts=("localhost:11434", "127.0.0.1:11434"),
        modules=("ollama",),
        fields=("thinking", *_REASONING),
        source="https://docs.ollama.com/capabilities/thinking",
    ),
    Endpoint(
        "vLLM",
        hosts=("localhost:8000", "127.0.0.1:8000", "0.0.0.0:8000"),
        modules=("vllm",),
        fields=_REASONING,
        source="https://docs.vllm.ai/en/latest/features/reasoning_outputs.html",
    ),
    Endpoint("Groq", hosts=("api.groq.com",), modules=("groq",), variables=("GROQ_API_KEY",), refuses=True),
    Endpoint(
        "Cerebras",
        hosts=("api.cerebras.ai",),
        modules=("cerebras",),
        variables=("CEREBRAS_API_KEY",),
        refuses=True,
    ),
)

CHAT = Dialect(
    name="chat",
    title="Chat Completions",
    version="2026-11-30",
    modules=(),  # most code that imports a client has no tools: only the words of the wire settle it
    clients=("openai", "litellm", "ollama"),
    calls=("completions.create", "completions.parse", "ChatCompletion.create", "ChatCompletion.acreate"),
    functions=("litellm.completion", "litellm.acompletion", "ollama.chat"),
    streams=("completions.stream",),
    final=("get_final_completion", "until_done"),
    urls=("/chat/completions",),
    unit=("choices", "[]", "message"),
    whole_message=True,
    calls_field="tool_calls",
    text_field="content",
    deliberation_fields=(
        "reasoning_content",
        "reasoning",
        "reasoning_details",
        "reasoning_items",
        "thinking_blocks",
        "thinking",
        "extra_content",
        "provider_specific_fields",
    ),
    telling_fields=("reasoning_content", "reasoning_details", "thinking_blocks"),
    endpoints=ENDPOINTS,
    response_types=("ChatCompletion", "ParsedChatCompletion", "ModelResponse"),
    block_types=(),
    message_types=("ChatCompletionMessage", "ParsedChatCompletionMessage"),
    kinds=(
        Kind(
            "function",
            ("id", "type", "function"),
            (
                "ChatCompletionMessageToolCall",
                "ChatCompletionMessageToolCallParam",
                "ChatCompletionMessageFunctionToolCall",
                "ChatCompletionMessageFunctionToolCallParam",
            ),
        ),
        Kind("custom", ("id", "type", "custom"), ("ChatCompletionMessageCustomToolCall",)),
    ),
    text="text",
    call="function",
    result="tool",
    result_classes=("ChatCompletionToolMessageParam",),
    result_id="tool_call_id",
    result_type="tool",
    assistant="assistant",
    user="user",
    input_kinds=(),
    response_keys=("finish_reason", "usage"),
    foreign_steps=("candidates",),
    models_without_reasoning=(),
    switch="reasoning_effort",
    switched_off="none",
    serial="parallel_tool_calls",
    stop_field="finish_reason",
    open_stops=("tool_calls", "function_call"),
    one_message=False,
    conversions=("model_dump", "to_dict", "dict", "model_copy", "copy"),
    signature="",
    wire_words=("tool_calls", "tool_call_id"),
    wire_keys=(("tool_call_id",),),
    losses={
        "lost": Loss(
            "rejected or silent",
            "DeepSeek, Kimi and Claude behind LiteLLM refuse the next request (400); others accept it in silence",
            "https://api-docs.deepseek.com/guides/thinking_mode",
        ),
        "orphaned": Loss(
            "rejected",
            "400: messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
            "https://platform.openai.com/docs/guides/function-calling",
        ),
        "unanswered": Loss(
            "rejected",
            "400: An assistant message with 'tool_calls' must be followed by tool messages responding to each "
            "'tool_call_id'",
            "https://platform.openai.com/docs/guides/function-calling",
        ),
    },
)
