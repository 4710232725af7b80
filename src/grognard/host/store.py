"""The store: every battle, seat and person, durable before anybody is told.

SQLite by default (one file, write-ahead log, synchronous FULL), PostgreSQL by URL. All writing is
done by one thread: what waits is written together and committed once (group commit), and only then
does each writer hear that it is done. Reading goes through connections of its own.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from grognard.host.store_schema import HEAD, answers
from grognard.kernel.errors import GrognardError

MOST_TOGETHER: Final = 512
"""At most so many writes share a commit."""

BUSY_MS: Final = 10_000

Work = Callable[[Connection], Any]


class StoreFailed(GrognardError):
    """The store cannot be opened or written; nothing was changed."""


class AnswerTaken(StoreFailed):
    """Another process has already written an answer with this number."""


class Appended:
    """Lines of one battle that wait to be written: rows of ``answers``, and what goes with them."""

    __slots__ = ("also", "rows")

    def __init__(self, rows: Sequence[dict[str, Any]], also: Work | None = None) -> None:
        self.rows, self.also = list(rows), also

    def __call__(self, connection: Connection) -> None:
        if self.rows:
            connection.execute(answers.insert(), self.rows)
        if self.also is not None:
            self.also(connection)


class Store:
    """An open store. ``written`` and ``append`` give a future that is done after the commit."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        try:
            _bring_up_to_date(self.engine)
        except sa.exc.OperationalError as problem:
            self.engine.dispose()
            raise StoreFailed(f"{_plain(url)} cannot be opened: {problem.orig}") from None
        self.commits = 0
        self._waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._writer.start()

    # --- writing

    def written(self, work: Work) -> Future[Any]:
        """Do this in the writer's next transaction; the future has its result after the commit."""
        future: Future[Any] = Future()
        self._waiting.put((work, future))
        return future

    def append(self, rows: Sequence[dict[str, Any]], also: Work | None = None) -> Future[Any]:
        """Write lines of a battle, and perhaps something with them, or nothing of it."""
        return self.written(Appended(rows, also))

    def _write_on(self) -> None:
        while True:
            first = self._waiting.get()
            if first is None:
                return
            batch, ended = self._batch(first)
            self._commit(batch)
            if ended:
                return

    def _batch(
        self, first: tuple[Work, Future[Any]]
    ) -> tuple[list[tuple[Work, Future[Any]]], bool]:
        batch = [first]
        while len(batch) < MOST_TOGETHER:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def _commit(self, batch: list[tuple[Work, Future[Any]]]) -> None:
        """All together; when one of them fails, each for itself, so that it fails alone."""
        try:
            with self.engine.begin() as connection:
                results = _done(connection, [work for work, _ in batch])
            self.commits += 1
        except Exception as problem:
            if len(batch) == 1:
                batch[0][1].set_exception(_meant(problem))
                return
            for each in batch:
                self._commit([each])
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    # --- reading

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read with."""
        with self.engine.connect() as connection:
            yield connection

    def rows(self, query: sa.Select[Any]) -> list[Any]:
        with self.engine.connect() as connection:
            return list(connection.execute(query))

    def close(self) -> None:
        """Write what still waits, then let go of the file or the server."""
        self._waiting.put(None)
        self._writer.join()
        self.engine.dispose()


def _done(connection: Connection, works: list[Work]) -> list[Any]:
    """The results of all works; lines of battles are sent to the database in one go."""
    results: list[Any] = [None] * len(works)
    rows = [row for work in works if isinstance(work, Appended) for row in work.rows]
    if rows:
        connection.execute(answers.insert(), rows)
    for index, work in enumerate(works):
        if isinstance(work, Appended):
            if work.also is not None:
                work.also(connection)
        else:
            results[index] = work(connection)
    return results


def _meant(problem: Exception) -> Exception:
    if isinstance(problem, sa.exc.IntegrityError) and "answers" in str(problem.orig):
        return AnswerTaken("this answer was already written by another process")
    if isinstance(problem, sa.exc.SQLAlchemyError):
        return StoreFailed(f"the store could not be written: {problem}")
    return problem


# --- opening


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"


def _plain(url: str) -> str:
    """The URL without its password."""
    return sa.engine.make_url(url).render_as_string(hide_password=True)


def _engine(url: str) -> Engine:
    try:
        parsed = sa.engine.make_url(url)
        if parsed.drivername in ("postgresql", "postgres"):
            parsed = parsed.set(drivername="postgresql+psycopg")
        if parsed.get_backend_name() not in ("sqlite", "postgresql"):
            raise StoreFailed(f"{parsed.drivername} is not a store: sqlite or postgresql")
        if parsed.get_backend_name() == "sqlite":
            return _sqlite(parsed)
        return sa.create_engine(parsed, pool_size=8, pool_pre_ping=True)
    except sa.exc.ArgumentError:
        raise StoreFailed(f"{url!r} is not the URL of a store") from None
    except ModuleNotFoundError as problem:
        raise StoreFailed(
            f"{problem.name} is missing: install grognard[postgres] for PostgreSQL"
        ) from None


def _sqlite(url: sa.engine.URL) -> Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_MS / 1000})

    @sa.event.listens_for(engine, "connect")
    def _settle(connection: Any, record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"busy_timeout={BUSY_MS}",
        ):
            connection.execute(f"PRAGMA {pragma}")

    @sa.event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def _bring_up_to_date(engine: Engine) -> None:
    """Make or migrate the tables. Alembic is slow to import and mostly not needed."""
    with engine.connect() as connection:
        if _revision(connection) == HEAD:
            return
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "grognard.host:migrations")
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _revision(connection: Connection) -> str:
    if not sa.inspect(connection).has_table("alembic_version"):
        return ""
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return str(found or "")
