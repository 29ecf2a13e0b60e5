from browser_use import Agent, ChatOpenAI

llm = ChatOpenAI(model="deepseek-reasoner", base_url="https://api.deepseek.com/v1")


def create_agent(task, tools):
    return Agent(task=task, llm=llm, controller=tools)


agent = create_agent("buy milk", [])
