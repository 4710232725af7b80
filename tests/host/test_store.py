from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection

from grognard.desks.standing import Bound, StandingOrder
from grognard.host.migrations.versions.r0010_standing import _sentence
from grognard.host.store import AnswerTaken, Hold, Store, StoreFailed, backed_up
from grognard.host.store_schema import HEAD, accounts, answers, games, metadata, sessions


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


def test_nobody_waits_for_a_store_that_is_closed(tmp_path: Path) -> None:
    """A letter that was on its way when the server stopped kept it from stopping."""
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")
    store.close()
    late = store.written(lambda connection: None)
    with pytest.raises(StoreFailed, match="closed"):
        late.result(timeout=5)


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


def test_a_failure_says_what_the_database_said_and_nothing_that_was_to_be_written(
    tmp_path: Path,
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")

    def write(connection: Connection) -> None:
        row = {"person": "person-1", "name": "ann", "shown": "Ann", "password": "$argon2id$secret"}
        connection.execute(accounts.insert(), {**row, "created": 0})

    store.written(write).result()
    with pytest.raises(StoreFailed) as failed:
        store.written(write).result()
    assert "argon2" not in str(failed.value)
    assert "INSERT" not in str(failed.value)
    assert "UNIQUE" in str(failed.value)
    store.close()


def test_a_read_that_fails_is_said_in_one_sentence_and_reads_recover(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")
    with store.engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE games RENAME TO away"))
    with pytest.raises(StoreFailed, match="could not be read") as failed:
        store.rows(sa.select(games.c.id))
    assert "SELECT" not in str(failed.value)
    with store.engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE away RENAME TO games"))
    assert store.rows(sa.select(games.c.id)) == []
    store.close()


def test_the_file_of_a_store_is_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "battles.db"
    Store(f"sqlite:///{file}").close()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_second_server_on_the_same_file_is_turned_away(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'battles.db'}"
    held = Hold(url)
    with pytest.raises(StoreFailed, match=f"in use by another server .process {os.getpid()}"):
        Hold(url)
    held.let_go()
    Hold(url).let_go()


def test_a_second_server_that_calls_the_file_by_another_name_is_turned_away(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "battles.db")
    held = Hold(f"sqlite:///{tmp_path / 'battles.db'}")
    for other in ("link.db", "../" + tmp_path.name + "/battles.db"):
        with pytest.raises(StoreFailed, match="in use by another server"):
            Hold(f"sqlite:///{tmp_path / other}")
    held.let_go()


def test_a_store_is_copied_whole_while_it_is_written(tmp_path: Path) -> None:
    url, copy = f"sqlite:///{tmp_path / 'battles.db'}", tmp_path / "copy.db"
    store = Store(url)

    def write(number: int) -> Any:
        row = {"token": number.to_bytes(4, "big"), "person": "p", "created": 0, "ends": 1}
        return store.written(lambda connection: connection.execute(sessions.insert(), row))

    before = [write(number) for number in range(200)]
    for each in before:
        each.result()
    after = [write(number) for number in range(200, 400)]
    backed_up(url, copy)
    for each in after:
        each.result()
    store.close()
    twin = Store(f"sqlite:///{copy}")
    assert 200 <= len(twin.rows(sa.select(sessions.c.token))) <= 400
    twin.close()
    with pytest.raises(StoreFailed, match="there already"):
        backed_up(url, copy)


def test_who_stops_listening_does_not_stop_the_writer(store: Store) -> None:
    first = store.written(lambda connection: 1)
    first.cancel()
    assert store.written(lambda connection: 2).result(10) == 2
    assert first.result(10) == 1


def test_standing_orders_by_manner_are_kept_as_sentences() -> None:
    old: list[dict[str, Any]] = [
        {"purpose": "form-square", "manner": "odds", "least": 60},
        {"purpose": "opportunity-fire", "manner": "never"},
    ]
    odds, never = msgspec.convert([_sentence(each) for each in old], list[StandingOrder])
    assert odds.acts == ("form-square",)
    assert odds.odds == Bound("least", 60)
    assert odds.otherwise
    assert never.never
    assert never.covers("opportunity-fire")
