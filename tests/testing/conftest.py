"""The fixture as a team has it, also where the package's entry points are not installed."""

from flake8_toolloop.pytest_plugin import strict_provider

__all__ = ["strict_provider"]
