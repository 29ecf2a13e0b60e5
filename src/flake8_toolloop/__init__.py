"""Find, explain and repair code that loses an LLM's turn between two requests of a tool loop."""

__version__ = "0.1.0"
