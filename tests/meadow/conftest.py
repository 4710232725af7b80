"""The meadow is plugged in: a line in the registry is all that a system needs of others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.systems import registry


@pytest.fixture(autouse=True)
def plugged() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.SYSTEMS, "meadow", "tests.meadow.system")
        yield
