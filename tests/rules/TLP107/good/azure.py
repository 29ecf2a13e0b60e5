import os

from openai import AzureOpenAI

client = AzureOpenAI(azure_endpoint=os.environ["AZURE_OPENAI_ENDPOINT"], api_version="2025-04-01-preview")


def step(history, tools, run):
    message = client.chat.completions.create(model="gpt-4o", messages=history, tools=tools).choices[0].message
    calls = [{"id": c.id, "type": "function", "function": c.function.model_dump()} for c in message.tool_calls or []]
    history.append({"role": "assistant", "content": message.content, "tool_calls": calls})
    for call in message.tool_calls or []:
        history.append({"role": "tool", "tool_call_id": call.id, "content": run(call)})
