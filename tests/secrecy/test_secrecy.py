"""Can a side notice what it may not know? Pairs of states, in every channel that reaches a side."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grognard.bots.eager_bot import choose
from grognard.host.hearing import heard as heard_line
from grognard.kernel import (
    Account,
    Ask,
    Draw,
    IllegalAction,
    Item,
    Over,
    Roll,
    State,
    answer,
    start,
)
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode
from grognard.kernel.conformance import RandomGame
from grognard.kernel.journal import Entry
from grognard.kernel.views import told
from grognard.systems.bataille.command.command import SecretArrival
from grognard.systems.bataille.events.command import ArrivalDiced, ArrivalWritten
from grognard.systems.bataille.events.leaders import AGAINST, BONUS, LOSS
from grognard.systems.bataille.events.movement import LimberRolled
from grognard.systems.bataille.packs.setup import opening
from grognard.systems.bataille.views import HIDDEN_CLAUSES, view
from grognard.systems.registry import system_of
from tests.secrecy.frames import is_other, otherwise
from tests.secrecy.observed import observed, wanted_pairs
from tests.secrecy.twins import heard, is_same_battle, led_by, shown, shown_quietly, twin

PACKS = ("duel", "village", "charge", "first-shots", "hagelberg")
OF_AN_XXX = ("charge-xxx", "village-xxx", "hagelberg-xxx")
WATCHER = ""
"""The side of those who only look on."""

SPACING = 7
"""A pair is made at every so many answers of a battle, and lives as long."""


class Pair:
    """A state and its twin, answered alike for a while."""

    def __init__(self, state: State, side: str, seed: int, pack: str) -> None:
        self.side, self.twin, self.alive = side, twin(state, side, seed), True
        self.pack, self.stream = pack, Stream(seed)

    def compare(self, state: State) -> None:
        for who in (self.side, WATCHER):
            assert shown(state, who) == shown(self.twin, who), self.place(state)
            other = otherwise(state, who, self.stream)
            assert shown(state, who) == shown(other, who), self.place(state)
        if not isinstance(state.pending, Roll | Draw):
            one, two = (observed(self.pack, each, self.side) for each in (state, self.twin))
            assert one == two, self.place(state)

    def follow(self, entry: Entry, before: State, after: State) -> None:
        """Answer the twin as the battle was answered; where both fare alike, both look alike."""
        try:
            other = answer(self.twin, self._value(entry))
        except IllegalAction:
            # The owner of the hidden values may have other options; nobody else may.
            assert entry.who != self.side, f"{entry.answer}: {self.place(before)}"
            self.alive = False
            return
        if not is_same_battle(after, other) or led_by(after) != led_by(other):
            self.alive = False
            return
        assert heard(after, self.side) == heard(other, self.side), self.place(after)
        if told(after.happened, self.side) != told(other.happened, self.side):
            self.alive = False  # the sums that were announced differ: that is known from now on
            return
        assert shown_quietly(after, self.side) == shown_quietly(other, self.side), self.place(after)
        lines = [
            encode(heard_line(Entry.of(1, before.pending, self._value(entry), each), self.side))
            for each in (after, other)
        ]
        assert lines[0] == lines[1], self.place(after)
        self.twin = other

    def _value(self, entry: Entry) -> Any:
        if entry.who in ("dice", "draw"):
            return entry.dice or entry.answer
        return system_of(self.pack).rules.parse(entry.answer)

    def place(self, state: State) -> str:
        return f"{self.side} can tell twins apart at {state.breadcrumb}"


@cache
def setting(pack: str) -> Any:
    return system_of(pack).library.setting(pack, {})


def walk(pack: str, seed: int) -> Iterator[int]:
    """Play a battle beside its twins; gives 1 for each pair that was compared to its end."""
    game = RandomGame(system_of(pack).rules, setting(pack), seed, choose)
    pairs: list[Pair] = []
    while not isinstance(game.state.pending, Over):
        if game.answers % SPACING == 0:
            yield len(pairs)
            pairs = [
                Pair(game.state, side, 1000 * seed + game.answers, pack)
                for side in setting(pack).sides
            ]
            for pair in pairs:
                pair.compare(game.state)
        before = game.step()
        for pair in pairs:
            if pair.alive:
                pair.follow(game.journal.entries[-1], before, game.state)


def compare_pairs(wanted: int, packs: tuple[str, ...], done: int = 0) -> int:
    """Compare so many pairs, the same number from each pack; battles are those after a seed."""
    compared = 0
    for place, pack in enumerate(packs, start=1):
        seed = done
        while compared < wanted * place // len(packs):
            seed += 1
            for count in walk(pack, seed):
                compared += count
                if compared >= wanted * place // len(packs):
                    break
    return compared


@pytest.mark.rule("P6.2", "P6.3")
def test_a_hundred_pairs_look_the_same_to_the_side_that_may_not_know() -> None:
    assert compare_pairs(100, PACKS) >= 100


def test_sixty_pairs_of_an_xxx_look_the_same_to_the_side_that_may_not_know() -> None:
    assert compare_pairs(60, OF_AN_XXX[:2]) >= 60


@pytest.mark.soak
def test_a_thousand_pairs_of_an_xxx_look_the_same_to_the_side_that_may_not_know() -> None:
    wanted, done = wanted_pairs()
    assert compare_pairs(wanted, OF_AN_XXX, done) >= wanted


@pytest.mark.soak
@pytest.mark.rule("P6.2", "P6.3")
def test_a_thousand_pairs_look_the_same_to_the_side_that_may_not_know() -> None:
    wanted, done = wanted_pairs()
    assert compare_pairs(wanted, PACKS, done) >= wanted


@pytest.mark.rule("P18.1", "P6.3")
def test_in_the_middle_of_a_march_the_other_side_sees_nothing_of_the_rest() -> None:
    """While an enemy is on his way and is fired on or asked about: other ways look the same."""
    asked = met = 0
    for state in (
        *moments("first-shots", 2),
        *moments("charge", 3),
        *moments("charge-xxx", 3),
        *moments("village", 2),
    ):
        for who in (*state.table.setting.sides, WATCHER):
            other = otherwise(state, who, Stream(met))
            if is_other(state, other):
                met += 1
                asked += isinstance(state.pending, Ask) and state.pending.side == who
                assert shown(state, who) == shown(other, who), state.breadcrumb
    assert met > 20
    assert asked > 1


@cache
def moments(pack: str = "charge", seed: int = 3) -> tuple[State, ...]:
    game = RandomGame(system_of(pack).rules, setting(pack), seed, choose)
    found = [game.state]
    while not isinstance(game.state.pending, Over):
        game.step()
        found.append(game.state)
    return tuple(found)


@given(st.integers(min_value=0), st.integers(min_value=0), st.sampled_from((0, 1)))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_moment_of_a_battle_shows_more_than_it_may(at: int, seed: int, index: int) -> None:
    states = moments()
    state = states[at % (len(states) - 1)]
    side = state.table.setting.sides[index]
    other = twin(state, side, seed)
    assert shown(state, side) == shown(other, side)
    assert shown(state, WATCHER) == shown(other, WATCHER)


def test_the_owner_himself_sees_that_twins_differ() -> None:
    state = moments()[0]
    one, two = state.table.setting.sides
    for side, owner in ((one, two), (two, one)):
        assert shown(state, owner) != shown(twin(state, side, 1), owner)


# --- channels one by one


@pytest.mark.rule("P7.1")
def test_items_that_hold_a_leaders_worth_are_known_by_their_clauses() -> None:
    assert {BONUS, AGAINST, LOSS} == HIDDEN_CLAUSES


@pytest.mark.rule("P6.3", "P7.1")
def test_frames_do_not_tell_the_enemy_what_a_fallen_leader_was_worth() -> None:
    from grognard.systems.bataille.morale.checks import Checks

    table = moments()[0].table
    assert table.setting.sides == ("french", "prussian")
    unit = next(u for u in table.units_of("french"))
    items = (Item(-6, "Girard struck", LOSS), Item(-3, "disordered", "P30.3"))
    state = start(table, Checks((unit,), "leader", items))
    seen = {side: str(view(state, side).stack) for side in ("french", "prussian", WATCHER)}
    assert "amount=-6" in seen["french"]
    for other in ("prussian", WATCHER):
        assert "amount=-6" not in seen[other]
        assert "Girard struck" in seen[other]
        assert "amount=-3" in seen[other]


@pytest.mark.rule("P6.2", "P16.81")
def test_the_number_a_battery_needs_to_limber_is_its_owners() -> None:
    event = LimberRolled("F3", 4, Account(), 5, False, "french")
    assert event.seen_by("french") is event
    assert event.seen_by("coalition").needed == 0
    assert event.seen_by("").needed == 0


def secret_arrival() -> tuple[State, State]:
    """Before and after a die that is rolled in secret."""
    pack = setting("hagelberg")
    group = next(g for g in pack.arrivals if g.roll)
    table = opening(pack).table.draft()
    table.happened = []
    before = start(table, SecretArrival(group.id))
    needed = group.roll[0][1]
    return before, answer(before, (max(needed, 1),))


@pytest.mark.rule("P45.10")
def test_only_the_owner_learns_what_was_diced_and_written() -> None:
    before, after = secret_arrival()
    kinds = [type(event) for event in after.happened]
    assert ArrivalDiced in kinds
    assert ArrivalWritten in kinds
    (diced,) = [event for event in after.happened if isinstance(event, ArrivalDiced)]
    owner = diced.side
    enemy = after.table.setting.enemy(owner)
    assert told(after.happened, owner) == after.happened
    heard_of = told(after.happened, enemy)
    assert not any(isinstance(event, ArrivalWritten) for event in heard_of)
    assert all(event.die == 0 for event in heard_of if isinstance(event, ArrivalDiced))
    line = Entry.of(5, before.pending, (diced.die,), after)
    assert heard_line(line, owner).dice == (diced.die,)
    assert heard_line(line, enemy).dice == ()
    assert view(after, owner).secrets
    assert not view(after, enemy).secrets


@pytest.mark.rule("P45.10")
@pytest.mark.parametrize("die", range(1, 7))
def test_whatever_falls_in_secret_the_enemy_is_asked_and_told_the_same(die: int) -> None:
    before, _ = secret_arrival()
    one, other = answer(before, (die,)), answer(before, (die % 6 + 1,))
    group = next(g for g in setting("hagelberg").arrivals if g.roll)
    enemy = before.table.setting.enemy(group.side)
    assert told(one.happened, enemy) == told(other.happened, enemy)
    assert one.pending == other.pending
    assert shown(one, enemy) == shown(other, enemy)


def test_the_answers_of_the_enemy_are_told_but_not_his_options() -> None:
    for state in moments()[:40]:
        if isinstance(state.pending, Ask):
            other = state.table.setting.enemy(state.pending.side)
            assert view(state, other).options is None
            assert msgspec.to_builtins(view(state, other).question)["purpose"]
