"""Campaigns in a store: begun, fought, spread, forked, carried away; killed and brought back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grognard.campaign import pack as packs
from grognard.campaign.carrying import document_of
from grognard.campaign.keeping import AlreadyBegun, CampaignFile, Campaigns, Held
from grognard.campaign.progress import outstanding, spread_evenly
from grognard.campaign.simulating import outcome_of
from grognard.campaign.standing import standing
from grognard.host.people import Person
from grognard.host.seats import HUMAN, Seat, token_hash
from grognard.host.store import Store
from grognard.kernel.documents import Document
from grognard.kernel.errors import GrognardError
from grognard.kernel.outcome import Outcome

PACK = packs.document(Path(__file__).parent / "packs" / "two-villages.yaml")
ME, YOU = Person("person-1", "Anna"), Person("person-2", "Boris")
ON = {"other_corps": "on"}


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'battles.db'}"


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    opened = Store(url)
    yield opened
    opened.close()


def begun(store: Store, other: str = "greedy", options: dict[str, str] | None = None) -> Held:
    seats = [Seat("french", 0, HUMAN, "Anna", ME.id, b"")]
    kind = HUMAN if other == "open" else other
    seats.append(Seat("prussian", 0, kind, token=token_hash("invited")))
    return Campaigns(store).begun(PACK, options or ON, seats)


def begin_battle(store: Store, held: Held, game: str, lost: str = "") -> Held:
    campaigns, stage = Campaigns(store), held.stage
    assert stage is not None
    store.written(lambda c: campaigns.begin_battle(held, stage, game, lost, c)).result()
    return found(store, held)


def found(store: Store, held: Held) -> Held:
    again = Campaigns(store).find(held.id)
    assert again is not None
    return again


def fight(held: Held, seed: int = 3) -> Outcome:
    assert held.stage is not None
    document = document_of(held.pack, held.progress, held.stage)
    return outcome_of(document, ("greedy", "greedy"), seed)


def after_first(store: Store, other: str = "greedy") -> Held:
    held = begin_battle(store, begun(store, other), "game-1")
    return Campaigns(store).came_out(held, "game-1", fight(held))


def test_a_campaign_is_kept_with_who_leads_it(store: Store) -> None:
    held = begun(store)
    assert found(store, held) == held
    assert held.sides_of(ME.id) == ("french",)
    assert [each.id for each in Campaigns(store).of_person(ME.id)] == [held.id]
    assert held.stage is not None
    assert held.stage.id == "first"


def test_a_battle_is_begun_once(store: Store) -> None:
    held = begun(store)
    begin_battle(store, held, "game-1")
    with pytest.raises(AlreadyBegun) as refused:
        begin_battle(store, held, "game-2")
    assert refused.value.game == "game-1"
    assert found(store, held).game == "game-1"


def test_a_battle_that_is_lost_gives_way_and_the_outcomes_before_it_stay(store: Store) -> None:
    held = Campaigns(store)
    first = after_first(store)
    for due in outstanding(first.pack, first.progress):
        first = held.spread(first, due.side, due.body, spread_evenly(due))
    second = begin_battle(store, first, "game-2")
    again = begin_battle(store, second, "game-3", lost="game-2")
    assert again.games == {"first": "game-1", "second": "game-3"}
    assert again.progress == first.progress


def test_an_outcome_is_counted_once(store: Store) -> None:
    held = begin_battle(store, begun(store), "game-1")
    outcome = fight(held)
    campaigns = Campaigns(store)
    first = campaigns.came_out(held, "game-1", outcome)
    second = campaigns.came_out(held, "game-1", outcome)
    assert first == second
    assert [each.stage for each in second.progress.fought] == ["first"]


def test_computers_spread_at_once_and_people_are_asked(store: Store) -> None:
    held = after_first(store)
    assert {due.side for due in outstanding(held.pack, held.progress)} == {"french"}
    both = after_first(store, "open")
    assert {due.side for due in outstanding(both.pack, both.progress)} == {"french", "prussian"}


def test_what_comes_back_is_spread_by_its_owner_and_once(store: Store) -> None:
    held, campaigns = after_first(store), Campaigns(store)
    (due,) = outstanding(held.pack, held.progress)
    with pytest.raises(GrognardError, match="come back, not"):
        campaigns.spread(held, "french", due.body, {next(iter(due.units)): 1} | dict(due.units))
    done = campaigns.spread(held, "french", due.body, spread_evenly(due))
    assert not outstanding(done.pack, done.progress)
    with pytest.raises(GrognardError, match="spread already"):
        campaigns.spread(done, "french", due.body, spread_evenly(due))


def test_a_whole_day_is_the_battle_of_its_halves_and_writes_both_down(store: Store) -> None:
    (name, content), *others = PACK.files
    days = b"days:\n  - {pack: village, title: Both, battles: [first, second]}\n"
    document = Document.of([(name, content + days), *others])
    campaigns = Campaigns(store)
    held = campaigns.begun(
        document, {}, [Seat(side, 0, "greedy") for side in ("french", "prussian")]
    )
    stage, day = held.stage, held.pack.days[0]
    assert stage is not None
    assert standing(held).day == "Both"
    store.written(lambda c: campaigns.begin_battle(held, stage, "game-1", "", c, day)).result()
    running = found(store, held)
    assert running.day == day
    assert [each.state for each in standing(running).battles] == ["running", "running", "later"]
    done = campaigns.came_out(running, "game-1", fight(held))
    assert [each.stage for each in done.progress.fought] == ["first", "second"]
    assert done.progress == found(store, held).progress
    assert done.progress.fought[0].points == 0
    assert standing(done).day == ""


def test_playing_on_past_a_turning_point_gives_no_points(store: Store) -> None:
    campaigns, held = Campaigns(store), begun(store, options={})
    won = msgspec.structs.replace(fight(held), level="FD")
    for game in ("game-1", "game-2"):
        held = campaigns.came_out(begin_battle(store, held, game), game, won)
        for due in outstanding(held.pack, held.progress):
            held = campaigns.spread(held, due.side, due.body, spread_evenly(due))
    assert held.stage is None
    assert standing(held).score.unfought == "third"
    on = campaigns.play_on(held)
    assert on.stage is not None
    assert on.stage.id == "third"
    last = campaigns.came_out(begin_battle(store, on, "game-3"), "game-3", won)
    assert [each.points for each in last.progress.fought] == [5, 5, 0]
    assert last.progress == found(store, held).progress


def test_a_campaign_killed_between_and_inside_battles_comes_back(url: str) -> None:
    store = Store(url)
    held = after_first(store)
    (due,) = outstanding(held.pack, held.progress)
    store.close()
    store = Store(url)  # between battles
    held = Campaigns(store).spread(found(store, held), "french", due.body, spread_evenly(due))
    held = begin_battle(store, held, "game-2")
    document = document_of(held.pack, held.progress, held.pack.stages[1])
    store.close()
    store = Store(url)  # inside the second
    again = found(store, held)
    assert again == held
    assert again.game == "game-2"
    assert document_of(again.pack, again.progress, again.pack.stages[1]) == document
    store.close()


def test_a_campaign_goes_to_a_file_and_comes_back_from_it(store: Store) -> None:
    held, campaigns = after_first(store), Campaigns(store)
    again = campaigns.uploaded(campaigns.file(held), "mine.campaign", YOU)
    assert again.progress == held.progress
    assert again.sides_of(YOU.id) == ("french", "prussian")
    assert again.id != held.id


def test_a_file_that_does_not_add_up_is_refused(store: Store) -> None:
    held, campaigns = after_first(store), Campaigns(store)
    content = campaigns.file(held)
    with pytest.raises(GrognardError, match="no campaign"):
        campaigns.uploaded(b"{", "bad.campaign", YOU)
    file = msgspec.json.decode(content, type=CampaignFile)
    twice = msgspec.structs.replace(file, fought=(*file.fought, *file.fought))
    with pytest.raises(GrognardError, match="not the next battle"):
        campaigns.uploaded(msgspec.json.encode(twice), "bad.campaign", YOU)
    elsewhere = msgspec.structs.replace(file, campaign="../secret", document=None)
    with pytest.raises(GrognardError, match=r"no campaign '\.\./secret' here"):
        campaigns.uploaded(msgspec.json.encode(elsewhere), "bad.campaign", YOU)


def test_a_fork_fights_a_battle_again_and_leaves_the_campaign_as_it_is(store: Store) -> None:
    held, campaigns = after_first(store), Campaigns(store)
    other = campaigns.forked(held, "first", ME)
    assert other.progress.fought == ()
    assert other.origin == f"{held.id} first"
    assert [seat.kind for seat in other.seats] == [HUMAN, "greedy"]
    assert len(found(store, held).progress.fought) == 1
    with pytest.raises(GrognardError, match="not fought yet"):
        campaigns.forked(held, "second", ME)


def test_an_invitation_is_taken_up_once(store: Store) -> None:
    held, campaigns = begun(store, "open"), Campaigns(store)
    assert campaigns.claimed(held, "wrong", YOU) is None
    assert campaigns.claimed(held, "invited", YOU) is not None
    assert campaigns.claimed(held, "invited", Person("person-3")) is None
    assert found(store, held).sides_of(YOU.id) == ("prussian",)


def test_the_page_says_what_every_result_would_change(store: Store) -> None:
    told = standing(begun(store))
    rows = {row.level: row for row in told.whatif}
    assert list(rows) == ["FD", "FS", "FM", "draw", "PM", "PS", "PD"]
    assert (rows["FD"].points, rows["FD"].sum, rows["FD"].low, rows["FD"].high) == (5, 5, -3, 13)
    assert rows["FD"].opens == [9]
    assert rows["FD"].holds == "the whole village"
    assert [battle.state for battle in told.battles] == ["next", "later", "later"]
    assert [(force.side, force.strength) for force in told.forces] == [
        ("french", 38),
        ("prussian", 38),
    ]


def test_the_page_follows_the_strength_of_both_armies(store: Store) -> None:
    held = after_first(store)
    told = standing(held)
    lost = told.battles[0].lost
    after = {each.side: each for each in told.roll if each.cause == "battle"}
    assert {side: each.strength for side, each in after.items()} == {
        side: 38 - count for side, count in lost.items()
    }
    (duty,) = told.duties
    assert duty.count == (duty.lost - duty.for_good) // 3
    assert sum(unit.usual for unit in duty.units) == duty.count
    assert told.score.total == told.battles[0].points


def test_survivors_stand_on_the_map_of_the_next_battle(store: Store) -> None:
    held = after_first(store)
    (due,) = outstanding(held.pack, held.progress)
    held = Campaigns(store).spread(held, "french", due.body, spread_evenly(due))
    told = standing(held)
    formations = {each.side: each.now for each in told.formations}
    assert {force.side: force.strength for force in told.forces} == formations
