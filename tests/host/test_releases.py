"""Battles that old releases recorded: opened, watched, carried away, played on or forked, for ever."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.host.dice import prove_dice
from grognard.host.hearing import PUBLIC
from grognard.host.keeper import Keeper, Table
from grognard.host.opening import enclosed_of
from grognard.host.room import Room
from grognard.host.store import Store
from grognard.kernel.journal import REVISION, Journal, read_journal, verify
from grognard.kernel.questions import Ask
from grognard.systems.registry import SYSTEMS

FOLDER = Path(__file__).parents[1] / "fixtures" / "releases"
RECORDS = sorted(path.stem for path in FOLDER.glob("*.journal"))


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    store = Store(f"sqlite:///{tmp_path / 'battles.db'}")
    yield Keeper(store)
    store.close()


def record_of(name: str, lines: int | None = None) -> bytes:
    """A record; with ``lines``, as if it had been carried away in play after so many."""
    content = (FOLDER / f"{name}.journal").read_bytes()
    if lines is None:
        return content
    return b"".join(content.splitlines(keepends=True)[: lines + 2])


def kept(keeper: Keeper, content: bytes) -> Table:
    """A record that was sent, as it comes back from the store."""
    table, lines = keeper.uploaded(content, "upload", (), {"watchers": True})
    keeper.write_new(table, [line for line, _ in lines]).result()
    keeper.touch(table.room).result()
    again = keeper.resumed(table.room.id)
    assert again is not None
    return again


def half_of(name: str) -> int:
    return len(read_journal(record_of(name)).entries) // 2


def test_there_are_records_of_several_releases_and_of_every_system() -> None:
    assert len({name.partition("-")[0] for name in RECORDS}) >= 4
    systems = {read_journal(record_of(name)).header.edition.system for name in RECORDS}
    assert systems == SYSTEMS.keys()


@pytest.mark.parametrize("name", RECORDS)
def test_an_old_battle_is_opened_and_can_be_watched_and_carried_away(
    keeper: Keeper, name: str
) -> None:
    content = record_of(name)
    table = kept(keeper, content)
    room = table.room
    assert room.is_over
    for side in (*room.sides, PUBLIC):
        assert room.system.rules.view(room.state, side) is not None
    written = keeper.battle_file(room)
    assert all(line in written.splitlines() for line in content.splitlines()[1:-2])
    assert prove_dice(read_journal(content)).status == "proved"


@pytest.mark.parametrize("name", RECORDS)
def test_an_old_battle_in_play_goes_on_or_is_forked_where_rules_have_changed(
    keeper: Keeper, name: str
) -> None:
    table = kept(keeper, record_of(name, half_of(name)))
    room = table.room
    if room.watched is not None:
        assert room.watched.common >= 0
        table, lines = keeper.forked(room, room.watched.common, table.seats, {})
        keeper.write_new(table, [line for line, _ in lines]).result()
        forked = keeper.resumed(table.room.id)
        assert forked is not None
        room = forked.room
    goes_on(keeper, room)


def goes_on(keeper: Keeper, room: Room) -> None:
    """The next order is taken, and the whole record is proved."""
    ask = room.state.pending
    assert isinstance(ask, Ask)
    step = room.answered(ask.side, str(next(iter(ask.options))))
    keeper.append(room, step, 0).result()
    room.take(step)
    journal: Journal = read_journal(keeper.battle_file(room))
    assert [entry.who for entry in journal.entries].count(REVISION) == 1
    assert verify(journal, room.system.rules, room.setting).answers == room.number
    assert enclosed_of(room) is not None
