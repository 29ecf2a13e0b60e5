from dataclasses import dataclass

from litellm import completion


@dataclass
class Options:
    modify_params: bool = False


def ask(messages, tools, options: Options):
    options.modify_params = True
    return completion(
        model="anthropic/claude-opus-4-7", messages=messages, tools=tools, thinking={"type": "adaptive"}
    )
