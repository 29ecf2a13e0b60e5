from typing import TypeVar

from anthropic import AsyncAnthropic
from pydantic import BaseModel

T = TypeVar("T", bound=BaseModel)


class Extractor:
    def __init__(self) -> None:
        self.client = AsyncAnthropic()

    async def extract(self, model: type[T], text: str, retries: int = 2) -> T:
        error = ""
        for _ in range(retries + 1):
            message = await self.client.messages.create(
                model="claude-sonnet-4-6",
                max_tokens=2000,
                tools=[{"name": "emit", "description": "emit", "input_schema": model.model_json_schema()}],
                tool_choice={"type": "tool", "name": "emit"},
                messages=[{"role": "user", "content": f"{text}\n{error}"}],
            )
            block = [b for b in message.content if b.type == "tool_use"][0]
            try:
                return model.model_validate(block.input)
            except ValueError as exc:
                error = f"The last attempt was wrong: {exc}"
        raise ValueError(error)
