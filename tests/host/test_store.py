from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from grognard.host.store import AnswerTaken, Store, StoreFailed
from grognard.host.store_schema import HEAD, answers, games, metadata


def game_row(game: str = "g1") -> dict[str, Any]:
    return {
        "id": game, "system": "toy", "scenario": "meadow", "title": "At dawn", "header": b"{}",
        "secret": b"s", "settings": "{}", "created": 1, "touched": 1, "verdict": "",
        "waits_for": "", "snapshot_number": -1, "snapshot": None,
    }  # fmt: skip


def answer_row(number: int, game: str = "g1") -> dict[str, Any]:
    return {"game": game, "number": number, "line": b"line %d" % number, "at": 1, "took": 0}


@pytest.fixture
def store(store_url: str) -> Any:
    held = Store(store_url)
    held.written(lambda connection: connection.execute(games.insert(), game_row())).result()
    yield held
    held.close()


def numbers(store: Store) -> list[int]:
    return [row.number for row in store.rows(sa.select(answers).order_by(answers.c.number))]


def test_the_tables_are_made_by_the_migrations_and_are_those_the_code_knows(store: Store) -> None:
    inspector = sa.inspect(store.engine)
    for table in metadata.sorted_tables:
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        assert columns == {column.name for column in table.columns}


def test_the_code_works_with_the_last_migration() -> None:
    config = Config()
    config.set_main_option("script_location", "grognard.host:migrations")
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == HEAD


def test_what_was_written_is_there_after_the_store_was_opened_again(store_url: str) -> None:
    store = Store(store_url)
    store.written(lambda connection: connection.execute(games.insert(), game_row())).result()
    store.append([answer_row(0), answer_row(1)]).result()
    store.close()
    again = Store(store_url)
    assert numbers(again) == [0, 1]
    again.close()


def test_answers_that_wait_together_are_committed_together(store: Store) -> None:
    held = threading.Event()

    def slow(connection: Connection) -> None:
        held.wait(5)

    first = store.written(slow)
    waiting = [store.append([answer_row(number)]) for number in range(50)]
    before = store.commits
    held.set()
    first.result()
    for future in waiting:
        future.result()
    assert store.commits - before <= 3
    assert numbers(store) == list(range(50))


def test_one_that_fails_fails_alone(store: Store) -> None:
    held = threading.Event()
    store.append([answer_row(0)]).result()

    def slow(connection: Connection) -> None:
        held.wait(5)

    store.written(slow)
    good = store.append([answer_row(1)])
    bad = store.append([answer_row(0)])
    other = store.append([answer_row(2)])
    held.set()
    good.result()
    other.result()
    with pytest.raises(AnswerTaken):
        bad.result()
    assert numbers(store) == [0, 1, 2]


def test_lines_and_what_goes_with_them_are_written_together_or_not_at_all(store: Store) -> None:
    def fails(connection: Connection) -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        store.append([answer_row(0)], fails).result()
    assert numbers(store) == []


def test_sqlite_is_told_to_keep_what_it_says_it_keeps(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'deep' / 'battles.db'}")
    with store.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    store.close()


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite:////proc/no/battles.db"])
def test_a_store_that_cannot_be_opened_is_named(url: str) -> None:
    with pytest.raises((StoreFailed, OSError)):
        Store(url)


def test_a_store_of_an_earlier_release_is_brought_up_to_date(store_url: str) -> None:
    from alembic import command

    from grognard.host import store as storing

    engine = storing._engine(store_url)
    config = Config()
    config.set_main_option("script_location", "grognard.host:migrations")
    config.set_main_option("path_separator", "os")
    row = {key: value for key, value in game_row().items() if key != "wish"}
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        names = ", ".join(row)
        marks = ", ".join(f":{name}" for name in row)
        connection.execute(sa.text(f"INSERT INTO games ({names}) VALUES ({marks})"), row)
    engine.dispose()
    store = Store(store_url)
    kept = store.rows(games.select())
    assert [(each.id, each.wish) for each in kept] == [("g1", "")]
    store.append([answer_row(0)]).result()
    assert store.rows(answers.select())[0].timed == ""
    store.close()
