"""The store: every battle, seat and person, durable before anybody is told.

SQLite by default (one file, write-ahead log, synchronous FULL), PostgreSQL by URL. All writing is
done by one thread: what waits is written together and committed once (group commit), and only then
does each writer hear that it is done. Reading goes through connections of its own.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from grognard.host.sealing import BYTES, VARIABLE, NoKey, is_sealed, key_file, key_for
from grognard.host.store_schema import HEAD, answers, games
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
            raise StoreFailed(f"{_plain(url)} cannot be opened: {_cause(problem)}") from None
        self.key = key_for(_file_of(url))
        self._seal_all()
        self.commits = 0
        self._waiting: queue.SimpleQueue[tuple[Work, Future[Any]] | None] = queue.SimpleQueue()
        self._closing, self._closed = threading.Lock(), False
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._writer.start()

    # --- secrets of dice

    def secret_kept(self, secret: bytes, game: str) -> bytes:
        """A secret as it is written down."""
        return self.key.sealed(secret, game) if self.key is not None else secret

    def secret_of(self, kept: bytes, game: str) -> bytes:
        """A secret that was written down."""
        if not is_sealed(kept):
            return kept
        if self.key is None:
            raise NoKey(f"the secrets of this store are sealed: {VARIABLE} must hold their key")
        return self.key.opened(kept, game)

    def _seal_all(self) -> None:
        """Seal what an older release kept in plain text."""
        if self.key is None:
            return
        bare = sa.func.length(games.c.secret) == BYTES
        with self.engine.begin() as connection:
            for row in connection.execute(sa.select(games.c.id, games.c.secret).where(bare)).all():
                sealed = self.key.sealed(bytes(row.secret), row.id)
                connection.execute(games.update().where(games.c.id == row.id).values(secret=sealed))

    # --- writing

    def written(self, work: Work) -> Future[Any]:
        """Do this in the writer's next transaction; the future has its result after the commit."""
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # who stops listening does not stop the writer
        with self._closing:
            if self._closed:
                future.set_exception(StoreFailed("the store is closed"))
            else:
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
        """A connection to read with; a database that is away is said so, and asked again next time."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except sa.exc.DBAPIError as problem:
            raise StoreFailed(f"the store could not be read: {_cause(problem)}") from None

    def rows(self, query: sa.Select[Any]) -> list[Any]:
        with self.reading() as connection:
            return list(connection.execute(query))

    def check(self) -> None:
        """Raises ``StoreFailed`` when nothing can be read."""
        with self.reading() as connection:
            connection.execute(sa.text("SELECT 1"))

    def close(self) -> None:
        """Write what still waits, then let go of the file or the server."""
        with self._closing:
            self._closed = True
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
        return StoreFailed(f"the store could not be written: {_cause(problem)}")
    return problem


def _cause(problem: sa.exc.SQLAlchemyError) -> str:
    """What the database said in its first line: no statement and nothing that was to be written."""
    said = str(getattr(problem, "orig", None) or type(problem).__name__)
    return said.partition("\n")[0]


# --- opening


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
        return sa.create_engine(parsed, pool_size=8, pool_pre_ping=True, hide_parameters=True)
    except sa.exc.ArgumentError:
        raise StoreFailed(f"{url!r} is not the URL of a store") from None
    except ModuleNotFoundError as problem:
        raise StoreFailed(
            f"{problem.name} is missing: install grognard[postgres] for PostgreSQL"
        ) from None


def _sqlite(url: sa.engine.URL) -> Engine:
    if url.database and url.database != ":memory:":
        _for_us_only(Path(url.database))
    engine = sa.create_engine(url, connect_args={"timeout": BUSY_MS / 1000}, hide_parameters=True)

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


def _file_of(url: str) -> str:
    """The file of a SQLite store; empty where it has none."""
    try:
        parsed = sa.engine.make_url(url)
    except sa.exc.ArgumentError:
        raise StoreFailed(f"{url!r} is not the URL of a store") from None
    is_file = parsed.get_backend_name() == "sqlite" and parsed.database != ":memory:"
    return (parsed.database or "") if is_file else ""


def _for_us_only(file: Path) -> None:
    """The store holds the secrets of dice and of people: nobody else on the machine reads it."""
    os.close(_opened(file))
    file.chmod(0o600)


def _opened(file: Path) -> int:
    """A file of ours, made with its folder where it is missing."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        return os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    except OSError as problem:
        raise StoreFailed(f"{file} cannot be opened: {problem.strerror}") from None


class Hold:
    """A server holds its SQLite file: a second one on it, by whatever name, is turned away."""

    def __init__(self, url: str) -> None:
        database = _file_of(url)
        self._lock: int | None = None
        if not database:
            return
        self._lock = _opened(Path(f"{os.path.realpath(database)}.lock"))
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = os.read(self._lock, 20).decode(errors="replace").strip()
            os.close(self._lock)
            raise StoreFailed(
                f"{database} is in use by another server (process {holder}); end that one, choose "
                "another file with --db, or use PostgreSQL for several servers"
            ) from None
        os.truncate(self._lock, 0)
        os.pwrite(self._lock, str(os.getpid()).encode(), 0)

    def let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def backed_up(url: str, target: Path) -> None:
    """Copy a SQLite store while it is in use: the copy is whole, as of one moment."""
    database = _file_of(url)
    if not database:
        raise StoreFailed("only a SQLite file is copied so; use pg_dump for PostgreSQL")
    if not Path(database).is_file():
        raise StoreFailed(f"there is no store at {database}")
    if target.exists():
        raise StoreFailed(f"{target} is there already; nothing was written over it")
    _for_us_only(target)
    with (
        contextlib.closing(sqlite3.connect(database, timeout=BUSY_MS / 1000)) as source,
        contextlib.closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy)
    if key_file(database).is_file():
        key = key_file(str(target))
        _for_us_only(key)
        key.write_bytes(key_file(database).read_bytes())


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
