from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.host.postgres import PostgresMissing, postgres_url


@pytest.fixture(scope="session")
def postgres_server() -> str:
    """The URL of a real PostgreSQL: given, or started without root for these tests."""
    try:
        return postgres_url()
    except PostgresMissing as problem:
        pytest.skip(str(problem))


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty store, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'battles.db'}"
        return
    server = request.getfixturevalue("postgres_server")
    import psycopg

    name = f"test_{os.getpid()}_{abs(hash(str(tmp_path)))}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    try:
        url = sa.engine.make_url(server).set(database=name)
        yield url.render_as_string(hide_password=False)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
