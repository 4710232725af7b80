"""Can a side of Napoleon's Later Campaigns notice orders, hidden marches or covered counters?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from grognard.bots.random_bot import choose
from grognard.cli.soak import drawn_options
from grognard.host.hearing import heard
from grognard.kernel import Account, Ask, Draw, Event, Item, Over, Roll, State, answer
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode
from grognard.kernel.conformance import RandomGame
from grognard.kernel.journal import Entry
from grognard.kernel.views import told
from grognard.systems.nlc.combat.assault_fight import StandOrRetreat
from grognard.systems.nlc.combat.failure_retreat import FailureRetreat
from grognard.systems.nlc.command.order_events import Instructed, OrderFailed
from grognard.systems.nlc.command.sending import next_number
from grognard.systems.nlc.events import ForceChanged, LostStep, Moved, StageBegan
from grognard.systems.nlc.hidden.events import HidingBegan
from grognard.systems.nlc.hidden.revealing import ColumnPlaced, MarchRevealed
from grognard.systems.nlc.horse.reaction import ReactionWindow
from grognard.systems.nlc.morale import MoraleTested
from grognard.systems.nlc.movement.movement import MoveAlong
from grognard.systems.nlc.rally import Rally
from grognard.systems.nlc.records import HiddenMarch
from grognard.systems.nlc.system import SYSTEM
from tests.secrecy.frames import is_other, otherwise
from tests.secrecy.nlc_twins import is_same_battle, shown, twin
from tests.secrecy.observed import differences, observed, wanted_pairs

PACKS = ("crossroads", "quatre-bras")
WATCHER = ""
BAD_MOVE = "bad-move"
"""Who names one is told which order would be a repetition (R-12.11)."""

ANNOUNCED = frozenset({
    "AssaultFight", "Bombardment", "ChargeFight", "Delays", "Fail", "FailureRetreat", "LocalDecisions",
    "ThrowVolley",
    "Receive", "Review",
})  # fmt: skip
"""Procedures that are gone through aloud: who fights with what, who goes back, who reads an order.
They follow from secrets, and so may differ where twins fare differently; then both know it."""

SPACING = 6
"""A pair is made at every so many answers of a battle, and lives as long."""


class Pair:
    """A state and its twin, answered alike for as long as both fare alike."""

    def __init__(self, state: State, side: str, seed: int, pack: str) -> None:
        self.side, self.twin, self.alive = side, twin(state, side, seed), True
        self.pack, self.stream = pack, Stream(seed)

    def compare(self, state: State) -> None:
        for who in (self.side, WATCHER):
            for other in (self.twin, otherwise(state, who, self.stream)):
                if shown(state, who) != shown(other, who):
                    found = differences(SYSTEM, state, other, who)
                    raise AssertionError(f"{self.place(state)}: {found}")
        if not isinstance(state.pending, Roll | Draw):
            one, two = (observed(self.pack, each, self.side) for each in (state, self.twin))
            assert one == two, self.place(state)

    def follow(self, entry: Entry, value: Any, before: State, after: State) -> None:
        """Answer the twin as the battle was answered.

        Other orders lead elsewhere, and the enemy may not be able to do the same: that ends the
        pair. As long as the map stays the same, the side is told the same.
        """
        own = entry.who == self.side
        try:
            other = answer(self.twin, value)
        except Exception:
            assert not own, f"{entry.answer}: {self.place(before)}"
            self.alive = False
            return
        revealed = any(isinstance(event, MarchRevealed | ColumnPlaced) for event in other.happened)
        revealed |= isinstance(after.pending, Ask) and after.pending.purpose == BAD_MOVE
        revealed |= other.table.hidden.keys() != self.twin.table.hidden.keys()
        alike = is_same_battle(after, other) and self._is_map_alike(after, other)
        alike &= _acting(after, self.side) == _acting(other, self.side)
        alike &= _testers(after) == _testers(other)
        alike &= _heartened(after, self.side) == _heartened(other, self.side)
        self.alive = alike and not revealed
        if not self.alive:
            return
        assert _hushed(after, self.side) == _hushed(other, self.side), self.place(after)
        if told(after.happened, self.side) != told(other.happened, self.side):
            self.alive = False  # a test ended otherwise, and that is said aloud
            return
        lines = [
            encode(heard(Entry.of(1, before.pending, value, each), self.side))
            for each in (after, other)
        ]
        assert lines[0] == lines[1], self.place(after)
        self.twin = other
        self.compare(after)

    def _is_map_alike(self, state: State, other: State) -> bool:
        """Do the counters that the side sees stand alike, and is the same said aloud?"""
        views = [SYSTEM.rules.view(each, self.side) for each in (state, other)]
        return _announced(views[0]) == _announced(views[1]) and all(
            getattr(views[0], name) == getattr(views[1], name)
            for name in ("pieces", "stacks", "unseen", "leaders", "quarters", "acting", "cup_count")
        )

    def place(self, state: State) -> str:
        return f"{self.side} can tell twins apart at {state.breadcrumb}"


def _announced(view: Any) -> list[Any]:
    return [frame for frame in view.stack if type(frame.procedure).__name__ in ANNOUNCED]


def _acting(state: State, side: str) -> list[Event]:
    """Whose stage began: who stands in reserve is seen when his stage comes (N4.7)."""
    return [event for event in told(state.happened, side) if isinstance(event, StageBegan)]


def _testers(state: State) -> list[str]:
    """Who tests for a group is said aloud: the best of it, as things stand with each (N2.4.1)."""
    return [event.tester for event in state.happened if isinstance(event, MoraleTested)]


def _heartened(state: State, side: str) -> list[tuple[str, int]]:
    """Whose limit rose as an enemy's order failed: he counts it, so he learns that it was an Attack (N20.9.3)."""
    if not any(isinstance(event, OrderFailed) for event in state.happened):
        return []
    changed = (event.force for event in state.happened if isinstance(event, ForceChanged))
    return [(force.id, force.swing) for force in changed if force.side == side]


def _hushed(state: State, side: str) -> list[Event]:
    """What a side is told, but for whether tests of morale were passed."""
    return [
        msgspec.structs.replace(event, passed=False) if isinstance(event, MoraleTested) else event
        for event in told(state.happened, side)
    ]


@cache
def setting(pack: str, seed: int) -> Any:
    """A pack with options by chance; without orders there would be nothing to hide."""
    drawn = {**drawn_options(SYSTEM, seed), "combat_only": "off", "open_orders": "off"}
    return SYSTEM.library.setting(pack, drawn if seed % 2 else {})


def walk(pack: str, seed: int) -> Iterator[int]:
    """Play a battle beside its twins; gives the pairs that were compared to their end."""
    battle = setting(pack, seed)
    game = RandomGame(SYSTEM.rules, battle, seed, choose)
    pairs: list[Pair] = []
    while not isinstance(game.state.pending, Over):
        if game.answers % SPACING == 0:
            yield len(pairs)
            pairs = [
                Pair(game.state, side, 1000 * seed + game.answers, pack) for side in battle.sides
            ]
            for pair in pairs:
                pair.compare(game.state)
        before = game.step()
        entry = game.journal.entries[-1]
        said = entry.who not in ("dice", "draw")
        value = SYSTEM.rules.parse(entry.answer) if said else entry.dice or entry.answer
        for pair in pairs:
            if pair.alive:
                pair.follow(entry, value, before, game.state)


def compare_pairs(wanted: int, done: int = 0) -> int:
    """Compare so many pairs, the same number from each pack; battles are those after a seed."""
    compared = 0
    for place, pack in enumerate(PACKS, start=1):
        seed = done
        while compared < wanted * place // len(PACKS):
            seed += 1
            for count in walk(pack, seed):
                compared += count
                if compared >= wanted * place // len(PACKS):
                    break
    return compared


@pytest.mark.rule("N12.3", "N5.3.2", "R-0.1b")
def test_sixty_pairs_look_the_same_to_the_side_that_may_not_know() -> None:
    assert compare_pairs(60) >= 60


@pytest.mark.soak
@pytest.mark.rule("N12.3", "N5.3.2", "R-0.1b")
def test_a_thousand_pairs_look_the_same_to_the_side_that_may_not_know() -> None:
    wanted, done = wanted_pairs()
    assert compare_pairs(wanted, done) >= wanted


def test_the_owner_himself_sees_that_twins_differ() -> None:
    game = RandomGame(SYSTEM.rules, setting("quatre-bras", 2), 2, choose)
    for _ in range(40):
        game.step()
    one, two = setting("quatre-bras", 2).sides
    for side, owner in ((one, two), (two, one)):
        assert shown(game.state, owner) != shown(twin(game.state, side, 1), owner)


def test_options_are_shown_to_the_side_that_is_asked_alone() -> None:
    game = RandomGame(SYSTEM.rules, setting("crossroads", 2), 3, choose)
    while not isinstance(game.state.pending, Over):
        pending = game.state.pending
        if isinstance(pending, Ask):
            other = game.state.table.setting.enemy(pending.side)
            assert SYSTEM.rules.view(game.state, other).options is None
        game.step()


@pytest.mark.rule("N7.10.7", "N12.3")
def test_in_the_middle_of_a_move_the_other_side_sees_nothing_of_the_rest() -> None:
    met: Counter[str] = Counter()
    for seed in (2, 5):
        game = RandomGame(SYSTEM.rules, setting("quatre-bras", seed), seed, choose)
        while not isinstance(game.state.pending, Over):
            for who in (*game.state.table.setting.sides, WATCHER):
                other = otherwise(game.state, who, Stream(game.answers))
                if is_other(game.state, other):
                    met[type(game.state.stack[-1].procedure).__name__] += 1
                    assert shown(game.state, who) == shown(other, who), game.state.breadcrumb
            game.step()
    assert {"ReactionWindow", "Review", "Receive"} <= met.keys()


# --- channels one by one


@pytest.mark.rule("N5.3.2")
def test_a_stack_that_moves_out_of_sight_shows_its_top_counter() -> None:
    moved = Moved(("campi", "husson"), 1115, 2, unseen_by="allied")
    assert moved.seen_by("french").units == ("campi", "husson")
    for other in ("allied", WATCHER):
        assert moved.seen_by(other).units == ("campi",)
    seen = Moved(("campi", "husson"), 1115, 2)
    assert seen.seen_by("allied").units == ("campi", "husson")


@pytest.mark.rule("N7.10.7", "N12.3")
def test_what_a_step_cost_is_told_to_nobody() -> None:
    for moved in (Moved(("campi",), 1115, 2), Moved(("campi",), 1115, 2, unseen_by="allied")):
        assert {moved.seen_by(side).cost for side in ("french", "allied", WATCHER)} == {0}


@pytest.mark.rule("N12.2I.3")
def test_a_test_of_morale_does_not_tell_the_enemy_who_is_in_reserve() -> None:
    items = (Item(4, "the unit's morale", "N2.2.1"), Item(-1, "in reserve", "N12.2I.3"))
    event = MoraleTested("french", ("husson",), "assault", "husson", 3, Account(items), 3, True)
    assert event.seen_by("french") is event
    for other in ("allied", WATCHER):
        told_of = event.seen_by(other)
        assert [item.clause for item in told_of.account] == ["N2.2.1"]
        assert (told_of.morale, told_of.die, told_of.passed) == (0, 3, True)


def test_a_note_to_oneself_does_not_show_that_something_was_noted() -> None:
    table = SYSTEM.rules.opening(setting("crossroads", 2)).table
    force = next(table.forces_of("red"))
    lines = [
        heard(Entry(5, "dice", dice=(3,), purpose="assault", events=events), "blue")
        for events in (
            (LostStep("durham", 1),),
            (LostStep("durham", 1), ForceChanged("red", force)),
        )
    ]
    assert lines[0] == lines[1]
    assert lines[0].dice == (3,)


def test_an_open_die_is_told_whatever_is_hidden_beside_it() -> None:
    """That the dice were missing said that something secret had happened."""
    table = SYSTEM.rules.opening(setting("crossroads", 2)).table
    force = next(table.forces_of("red"))
    tested = MoraleTested("red", ("durham",), "assault", "durham", 3, Account(()), 3, True)
    hidden = HidingBegan("red", HiddenMarch(force.id, (601,), 1))
    lines = [
        heard(Entry(5, "dice", dice=(3,), purpose="morale-assault", events=events), "blue")
        for events in ((tested,), (tested, hidden))
    ]
    assert lines[0] == lines[1]
    assert lines[0].dice == (3,)


def test_what_is_settled_at_the_order_desk_is_heard_by_its_own_side_alone() -> None:
    entry = Entry(5, "red", "rejoin red_1/a", purpose="orders", events=(Instructed("red"),))
    assert heard(entry, "red").answer == "rejoin red_1/a"
    for other in ("blue", WATCHER):
        assert heard(entry, other).answer == ""


@pytest.mark.rule("N7.10.7")
def test_the_enemy_sees_how_far_a_stack_has_come_and_not_where_it_means_to_go() -> None:
    table = SYSTEM.rules.opening(setting("crossroads", 2)).table
    unit = next(table.units_of("red"))
    at = table.pieces[unit].at
    going = MoveAlong((unit,), (at, 1010, 1011), costs=(2, 2, 2), place=1)
    assert going.masked(table, "red") is going
    assert going.masked(table, "blue").path == (at,)
    window = ReactionWindow((unit,), at, "move", spending=6)
    assert window.masked(table, "red").spending == 6
    assert window.masked(table, "blue").spending == 0


@pytest.mark.rule("N7.9.6", "N5.3.2")
def test_whence_a_reaction_is_ridden_is_seen_when_it_is() -> None:
    table = SYSTEM.rules.opening(setting("crossroads", 2)).table
    mover, rider = next(table.units_of("blue")), next(table.units_of("red"))
    ride = (rider, (605, 606), 604)
    declared = ReactionWindow((mover,), 606, "move", declared=(ride,), testing=1, passed=(ride,))
    for riding, seen in ((0, (rider, (), 0)), (1, ride)):
        window = msgspec.structs.replace(declared, riding=riding)
        assert window.masked(table, "red").declared == (ride,)
        for other in ("blue", WATCHER):
            shown_to = window.masked(table, other)
            assert (shown_to.declared, shown_to.passed) == ((seen,), (seen,))


@pytest.mark.rule("N12.2F.3", "N12.3")
def test_who_decides_first_is_not_shown_that_the_enemys_orders_make_him_go_back() -> None:
    table = SYSTEM.rules.opening(setting("crossroads", 2)).table
    asked = StandOrRetreat(("red", "blue"), must=("blue",), may=("red", "blue"))
    assert asked.masked(table, "blue").must == ("blue",)
    for other in ("red", WATCHER):
        assert asked.masked(table, other).must == ()
        assert asked.masked(table, other).may == ("red", "blue")


@pytest.mark.rule("N13.2", "N13.9", "N12.3")
def test_the_enemy_does_not_see_who_is_to_rally_out_of_his_reserve() -> None:
    table = SYSTEM.rules.opening(setting("quatre-bras", 2)).table
    rally = Rally(("lefebvre", "reille", "brunswick"))
    assert rally.masked(table, "french").leaders == ("lefebvre", "reille")
    assert rally.masked(table, "allied").leaders == ("lefebvre", "brunswick")
    assert rally.masked(table, WATCHER).leaders == ("lefebvre",)


@pytest.mark.rule("N11.3.1", "N12.9.7")
def test_the_enemy_is_not_told_of_a_leader_who_stays_with_a_body_whose_order_failed() -> None:
    """Found by twins: "he came to where he stands" said that a secret order had failed."""
    opening = SYSTEM.rules.opening(setting("crossroads", 2)).table
    force = next(held for held in opening.forces_of("red") if held.leader)
    units = opening.units_under(force.id)
    for home, told_of in ((opening.pieces[units[0]].at, 0), (opening.pieces[units[0]].at + 1, 1)):
        table = opening.draft()
        at = table.pieces[units[0]].at
        for unit in units:
            table.put(msgspec.structs.replace(table.pieces[unit], at=at))
        general = table.leaders[force.leader]
        table.writable("leaders")[force.leader] = msgspec.structs.replace(general, at=home)
        FailureRetreat(force.id, leader=force.leader).bring_leader(table)
        assert table.leaders[force.leader].at == at
        assert len(told(table.happened, "blue")) == told_of


def test_orders_on_the_way_are_numbered_by_each_side_for_itself() -> None:
    state = SYSTEM.rules.opening(setting("quatre-bras", 2))
    table = state.table
    one, two = table.setting.sides
    writer = next(held.id for held in table.setting.leaders.values() if held.side == one)
    before = next_number(table, writer)
    assert next_number(twin(state, one, 3).table, writer) == before
    other = next(held.id for held in table.setting.leaders.values() if held.side == two)
    assert next_number(table, other) != before
