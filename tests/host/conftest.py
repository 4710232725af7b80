from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.host.postgres import PostgresMissing, empty_database, postgres_url


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The URL of a real PostgreSQL: given, or started without root for these tests."""
    try:
        return postgres_url()
    except PostgresMissing as problem:
        pytest.skip(str(problem))


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The URL of an empty store in PostgreSQL."""
    with empty_database(postgres_server) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty store, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'battles.db'}"
    else:
        yield request.getfixturevalue("postgres")
