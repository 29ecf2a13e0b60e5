"""pytest's door: the fixture ``strict_provider``. Nothing is imported before a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flake8_toolloop.testing import StrictProvider


@pytest.fixture
def strict_provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[StrictProvider]:
    """A provider on a port of its own. Clients that are made without a `base_url` and a key find it by themselves.

    Tell it what to say with `play`, run the loop, then call `assert_clean`.
    """
    from flake8_toolloop.testing import StrictProvider

    with StrictProvider() as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider
