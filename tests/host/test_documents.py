"""A battle is a document: kept by its hash, carried with the record, opened where it is not known."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from grognard.bots import eager_bot
from grognard.desks import library
from grognard.host.clocks import now_ms
from grognard.host.keeper import Keeper, Table
from grognard.host.opening import NoDocument
from grognard.host.refused import Refused
from grognard.host.seats import Seat
from grognard.host.store import Store
from grognard.host.store_schema import documents, games
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode, state_hash
from grognard.kernel.documents import Document
from grognard.kernel.errors import MalformedFile
from grognard.kernel.journal import REVISION, SEAL, read_journal, verify
from grognard.kernel.outcome import Outcome
from grognard.kernel.questions import Ask, Over
from grognard.mechanics.charts.lined import lined, written


def other_duel(**changes: str) -> Document:
    """A battle that no library has."""
    files = dict(library.document("duel").files)
    main = files["scenario.yaml"].decode().replace("id: duel", "id: meadow-duel")
    for old, new in changes.items():
        assert old in main
        main = main.replace(old, new)
    return Document.of((files | {"scenario.yaml": main.encode()}).items())


@pytest.fixture
def keeper(store_url: str) -> Iterator[Keeper]:
    store = Store(store_url)
    yield Keeper(store)
    store.close()


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Keeper]:
    store = Store(f"sqlite:///{tmp_path / 'other.db'}")
    yield Keeper(store)
    store.close()


def begun(keeper: Keeper, scenario: str) -> Table:
    sitting = [Seat(side, 0, "human", side) for side in ("french", "prussian")]
    table, step = keeper.begun("", scenario, {}, sitting, {}, "5")
    keeper.write_new(table, [encode(entry) for entry in step.entries]).result()
    table.room.take(step)
    return table


def played(keeper: Keeper, table: Table, orders: int) -> Table:
    stream = Stream(1)
    for _ in range(orders):
        ask = table.room.state.pending
        if not isinstance(ask, Ask):
            break
        view = table.room.system.rules.view(table.room.state, ask.side)
        step = table.room.answered(ask.side, str(eager_bot.choose(view, ask, stream)))
        keeper.append(table.room, step, 0).result()
        table.room.take(step)
    return table


def test_a_battle_begun_from_a_document_in_memory_survives_a_restart(keeper: Keeper) -> None:
    document = other_duel()
    keeper.documents.received(document).result()
    table = played(keeper, begun(keeper, document.hash), 6)
    assert table.room.header.edition.scenario == "meadow-duel"
    again = Keeper(keeper.store).resumed(table.room.id)
    assert again is not None
    system = table.room.system
    assert state_hash(again.room.state, system.rules) == state_hash(table.room.state, system.rules)
    assert again.room.watched is None
    played(keeper, again, 2)


def with_survivors(document: Document, outcome: Outcome) -> Document:
    """The same battle for those who came out of another."""
    files = dict(document.files)
    held = lined(files["scenario.yaml"].decode(), "scenario.yaml").value()
    left = {unit.id: unit.strength - unit.lost for unit in outcome.units if not unit.gone}
    held["units"] = [unit | {"increments": left[unit["id"]]} for unit in held["units"]
                     if left.get(unit["id"])]  # fmt: skip
    held.pop("totals")
    standing = {unit["id"] for unit in held["units"]}
    held["setup"]["units"] = [one for one in held["setup"]["units"] if one["unit"] in standing]
    return Document.of((files | {"scenario.yaml": written(held).encode()}).items())


def test_a_battle_from_a_document_ends_after_a_restart_and_its_outcome_opens_the_next(
    keeper: Keeper,
) -> None:
    document = other_duel()
    keeper.documents.received(document).result()
    table = played(keeper, begun(keeper, document.hash), 9)
    again = Keeper(keeper.store).resumed(table.room.id)
    assert again is not None
    over = played(keeper, again, 2000).room.state.pending
    assert isinstance(over, Over)
    outcome = over.outcome
    assert outcome is not None
    assert outcome.verdict == over.verdict
    assert outcome.reasons
    assert {unit.id for unit in outcome.units} == set(again.room.setting.roster)
    assert sum(unit.lost for unit in outcome.units) > 0
    following = with_survivors(document, outcome)
    keeper.documents.received(following).result()
    second = begun(keeper, following.hash)
    pieces = second.room.state.table.pieces
    assert set(pieces) == {unit.id for unit in outcome.units if not unit.gone}
    for unit in outcome.units:
        if unit.id in pieces:
            assert second.room.setting.roster[unit.id].increments == unit.strength - unit.lost


def test_a_battle_of_the_library_survives_a_new_version_of_it(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    table = played(keeper, begun(keeper, "duel"), 4)
    monkeypatch.setattr(library, "LIBRARY", tmp_path)
    again = Keeper(keeper.store).resumed(table.room.id)
    assert again is not None
    assert again.room.watched is None
    assert again.room.number == table.room.number


def test_a_record_carries_its_document_and_is_played_on_where_it_is_not_known(
    keeper: Keeper, elsewhere: Keeper
) -> None:
    document = other_duel()
    keeper.documents.received(document).result()
    table = played(keeper, begun(keeper, document.hash), 6)
    content = keeper.battle_file(table.room)
    journal = read_journal(content)
    assert journal.document == document
    verify(journal, table.room.system.rules, table.room.setting)
    there, lines = elsewhere.uploaded(content, "upload", (), {})
    elsewhere.write_new(there, [line for line, _ in lines]).result()
    played(elsewhere, there, 3)
    assert elsewhere.documents.kept(document.hash) == document
    again = elsewhere.resumed(there.room.id)
    assert again is not None
    assert again.room.number == there.room.number


def test_a_record_without_its_document_says_which_is_missing(
    keeper: Keeper, elsewhere: Keeper
) -> None:
    document = other_duel()
    keeper.documents.received(document).result()
    table = played(keeper, begun(keeper, document.hash), 2)
    bare = b"".join(keeper.battle_file(table.room).splitlines(keepends=True)[:-1])
    revision = table.room.header.edition.pack
    with pytest.raises(NoDocument, match=f"'meadow-duel' in revision '{revision}'"):
        elsewhere.uploaded(bare, "upload", (), {})
    elsewhere.documents.received(document).result()
    there, _ = elsewhere.uploaded(bare, "upload", (), {})
    assert there.room.watched is None


def of_other_rules(record: bytes, part: str, line: int | None = None) -> bytes:
    """A record as other rules might have written it: from ``line`` on something else happened."""
    header, *rest = record.split(b"\n")
    header = re.sub(rb'"%s":"[^"]*"' % part.encode(), b'"%s":"0.0.9+abc"' % part.encode(), header)
    if line is not None:
        rest[line] = rest[line].replace(b'"events":[{', b'"events":[{"event":"Forgotten"},{')
    return b"\n".join([header, *rest])


PARTS = {"rules": "rules", "charts": "charts", "pack": "scenario"}


@pytest.mark.parametrize("part", PARTS)
def test_a_battle_of_another_revision_that_comes_out_the_same_is_played_on_and_says_so(
    keeper: Keeper, part: str
) -> None:
    table = played(keeper, begun(keeper, "duel"), 12)
    content = of_other_rules(keeper.battle_file(table.room), part)
    there, lines = keeper.uploaded(content, "upload", (), {})
    assert there.room.watched is None
    notes = [entry.answer for _, entry in lines if entry.who == REVISION]
    assert notes == [there.room.system.rules.edition(there.room.setting).revisions]
    keeper.write_new(there, [line for line, _ in lines]).result()
    played(keeper, there, 3)
    again = keeper.resumed(there.room.id)
    assert again is not None
    assert (again.room.watched, again.room.unnoted) == (None, "")
    record = read_journal(keeper.battle_file(again.room))
    proof = verify(record, again.room.system.rules, again.room.setting)
    assert (proof.answers, proof.under) == (again.room.number, "")


def test_a_battle_in_the_store_goes_on_under_changed_rules_and_its_record_notes_it(
    keeper: Keeper,
) -> None:
    table = played(keeper, begun(keeper, "duel"), 12)
    header = encode(table.room.header)
    older = of_other_rules(header, "rules")
    change = games.update().where(games.c.id == table.room.id).values(header=older)
    keeper.store.written(lambda connection: connection.execute(change)).result()
    again = keeper.resumed(table.room.id)
    assert again is not None
    room = again.room
    assert room.watched is None
    assert room.number == table.room.number
    step = room.thrown_on()
    assert [entry.who for entry in step.entries] == [REVISION]
    keeper.append(room, step, 0).result()
    room.take(step)
    assert room.thrown_on().entries == ()
    third = keeper.resumed(table.room.id)
    assert third is not None
    assert third.room.unnoted == ""


@pytest.mark.parametrize("part", PARTS)
def test_a_record_of_another_revision_is_watched_from_its_events_and_goes_on_in_a_fork(
    keeper: Keeper, part: str
) -> None:
    table = played(keeper, begun(keeper, "duel"), 12)
    record = keeper.battle_file(table.room)
    told = [number for number, line in enumerate(record.split(b"\n")[1:]) if b'"events":[{' in line]
    content = of_other_rules(record, part, told[-2])
    said = f"revision of the {PARTS[part]} '0.0.9.abc'"
    there, lines = keeper.uploaded(content, "upload", (), {})
    keeper.write_new(there, [line for line, _ in lines]).result()
    again = keeper.resumed(there.room.id)
    assert again is not None
    for room in (there.room, again.room):
        documents_ = [
            room.system.rules.table_document(one.state.table) for one in (room, table.room)
        ]
        assert encode(documents_[0]) == encode(documents_[1])
        assert not room.is_over
        with pytest.raises(Refused, match=said) as refused:
            room.answered("french", "done")
        assert refused.value.code == "watch-only"
        assert "or go on from line" in room.watch_only
        assert "pip install grognard==0.0.9" in room.watch_only or part != "rules"
        assert room.watched is not None
        common = room.watched.common
        assert common == told[-2] - 1
        with pytest.raises(Refused, match=said):
            keeper.forked(room, common + 1, (), {})
        fork, kept = keeper.forked(room, common, there.seats, {})
        assert fork.room.watched is None
        assert [entry.who for _, entry in kept[common + 1 :]][:2] == [REVISION, SEAL]
        assert keeper.battle_file(room) == content


def test_a_document_that_is_not_sound_changes_nothing(keeper: Keeper) -> None:
    with pytest.raises(MalformedFile, match="meadow"):
        keeper.documents.received(other_duel(french="meadow"))
    with pytest.raises(MalformedFile, match="there is no system 'chess'"):
        keeper.documents.received(Document.of([("scenario.yaml", b"system: chess\n")]))
    assert keeper.store.rows(sa.select(documents.c.hash)) == []


def test_what_no_battle_needs_is_forgotten_after_a_day(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    from grognard.host import documents as module

    needed, unused = other_duel(), other_duel(**{"title: The duel": "title: Another duel"})
    for document in (needed, unused):
        keeper.documents.received(document).result()
    begun(keeper, needed.hash)
    later = now_ms() + module.UNUSED_MS + 1
    monkeypatch.setattr(module, "now_ms", lambda: later)
    third = other_duel(**{"title: The duel": "title: A third duel"})
    keeper.documents.received(third).result()
    kept = {row.hash for row in keeper.store.rows(sa.select(documents.c.hash))}
    assert kept == {needed.hash, third.hash}
