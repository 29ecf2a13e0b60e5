from langchain_core.output_parsers import StrOutputParser
from langchain_core.prompts import ChatPromptTemplate
from langchain_openai import ChatOpenAI

llm = ChatOpenAI(model="deepseek-reasoner", base_url="https://api.deepseek.com/v1")
chain = ChatPromptTemplate.from_template("Translate: {text}") | llm | StrOutputParser()
