"""Can a side of Bataille Empire notice what it may not know? Pairs of battles, in every channel."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.bots.random_bot import choose
from grognard.cli.soak import drawn_options
from grognard.host.hearing import heard
from grognard.kernel import Ask, Over, Roll, State, answer
from grognard.kernel.chance import Stream
from grognard.kernel.codec import encode
from grognard.kernel.conformance import RandomGame
from grognard.kernel.journal import Entry
from grognard.kernel.views import told
from grognard.systems.empire.charge.riding import Rider, seen_riders
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.rules import RULES
from grognard.systems.empire.supports import is_supported
from grognard.systems.empire.system import SYSTEM
from grognard.systems.empire.threats import safe_flanks
from tests.secrecy.empire_twins import is_same_battle, otherwise, shown, twin
from tests.secrecy.observed import differences, observed, wanted_pairs
from tests.systems.empire.kit import Base, Played, foot, ground, play
from tests.systems.empire.test_charge import led

PACK = "hagelberg-empire"
WATCHER = ""
SPACING = 7


class Pair:
    """A state and its twin, answered alike for a while."""

    def __init__(self, state: State, side: str, seed: int) -> None:
        self.side, self.twin, self.alive = side, twin(state, side, seed), True
        self.stream = Stream(seed)

    def compare(self, state: State) -> None:
        for who in (self.side, WATCHER):
            mine, masked = shown(state, who), otherwise(state, who, self.stream)
            for other in (self.twin, *([masked] if masked.stack != state.stack else ())):
                if mine != shown(other, who):
                    raise AssertionError(
                        f"{self.place(state)}: {differences(SYSTEM, state, other, who)}"
                    )
        if not isinstance(state.pending, Roll):
            one, two = (observed(PACK, each, self.side) for each in (state, self.twin))
            assert one == two, self.place(state)

    def follow(self, entry: Entry, value: Any, before: State, after: State) -> None:
        """Answer the twin as the battle was answered; where both fare alike, both look alike."""
        try:
            other = answer(self.twin, value)
        except Exception:  # what the enemy hides may not let him do the same
            assert entry.who != self.side, f"{entry.answer}: {self.place(before)}"
            self.alive = False
            return
        self.alive = is_same_battle(after, other, self.side)
        if not self.alive:
            return
        assert told(after.happened, self.side) == told(other.happened, self.side), self.place(after)
        lines = [
            encode(heard(Entry.of(1, before.pending, value, each), self.side))
            for each in (after, other)
        ]
        assert lines[0] == lines[1], self.place(after)
        self.twin = other
        self.compare(after)

    def place(self, state: State) -> str:
        return f"{self.side} can tell twins apart at {state.breadcrumb}"


@cache
def setting(seed: int) -> Any:
    return SYSTEM.library.setting(PACK, drawn_options(SYSTEM, seed) if seed % 2 else {})


def walk(seed: int) -> Iterator[int]:
    """Play a battle beside its twins; gives the pairs that were compared to their end."""
    battle = setting(seed)
    game = RandomGame(SYSTEM.rules, battle, seed, choose)
    pairs: list[Pair] = []
    while not isinstance(game.state.pending, Over):
        hides = any(piece.hidden for piece in game.state.table.pieces.values())
        if not hides:
            return
        if game.answers % SPACING == 0:
            yield len(pairs)
            pairs = [Pair(game.state, side, 1000 * seed + game.answers) for side in battle.sides]
            for pair in pairs:
                pair.compare(game.state)
        before = game.step()
        entry = game.journal.entries[-1]
        said = entry.who not in ("dice", "draw")
        value = SYSTEM.rules.parse(entry.answer) if said else entry.dice or entry.answer
        for pair in pairs:
            if pair.alive:
                pair.follow(entry, value, before, game.state)


def compare_pairs(wanted: int, seed: int = 0) -> int:
    """Play battles, the next after a seed, until so many pairs were compared."""
    compared = 0
    while compared < wanted:
        seed += 1
        for count in walk(seed):
            compared += count
            if compared >= wanted:
                break
    return compared


@pytest.mark.rule("EG.9")
def test_twenty_pairs_look_the_same_to_the_side_that_may_not_know() -> None:
    assert compare_pairs(20) >= 20


@pytest.mark.soak
@pytest.mark.rule("EG.9")
def test_a_thousand_pairs_look_the_same_to_the_side_that_may_not_know() -> None:
    wanted, done = wanted_pairs()
    assert compare_pairs(wanted, done) >= wanted


@pytest.mark.rule("EG.9")
def test_the_owner_himself_sees_that_twins_differ() -> None:
    state = RandomGame(SYSTEM.rules, setting(2), 2, choose).state
    assert shown(state, "coalition") != shown(twin(state, "french", 1), "coalition")
    assert shown(state, "french") == shown(twin(state, "french", 1), "french")


WOOD = ground("wood", 5, 5, 20, 20)


def beside_a_wood(where: Base, *enemies: Base) -> Played:
    """A battalion in the open, and one that hides in the wood beside it; their side moves."""
    bases = (where, foot("F2", 21, 12, formation="column"), *enemies)
    table = led(*bases, patches=[WOOD], orders={"prussian": "engage"})
    return play(table, MovementStep("french-division"))


@pytest.mark.rule("EG.9", "E24.12")
@pytest.mark.parametrize("side", ["prussian", WATCHER])
def test_nobody_is_shown_who_hides_in_a_group_that_moves(side: str) -> None:
    hidden = foot("F1", 19.3, 12, formation="column", hidden=True)
    asked = beside_a_wood(hidden, foot("P1", 21.5, 18, 180)).then("move F1+F2 forward:2500")
    assert isinstance(asked.state.pending, Ask)
    assert asked.state.pending.purpose == "react"
    assert asked.table.pieces["F1"].hidden
    alone = beside_a_wood(
        foot("F1", 9, 9, formation="column", hidden=True), foot("P1", 21.5, 18, 180)
    ).then("move F2 forward:2500")
    frames = [RULES.view(each.state, side).stack for each in (asked, alone)]
    assert frames[0] == frames[1], "the hidden fellow has left no trace"
    assert "'F1'" in str(RULES.view(asked.state, "french").stack)


@pytest.mark.rule("EG.9", "E35.14")
def test_only_its_own_side_is_shown_who_forms_a_group_with_a_charger() -> None:
    table = led(foot("F1", 10, 10, formation="column"), foot("F2", 12, 10, formation="column"))
    (rider,) = riders = (Rider("F1", "P1", group=("F2",)),)
    assert seen_riders(table, riders, "french") == riders
    for other in ("prussian", WATCHER):
        assert seen_riders(table, riders, other) == (replace(rider, group=()),)


@pytest.mark.rule("EG.9", "E42.9")
def test_whence_a_unit_came_out_of_hiding_is_not_shown() -> None:
    frames = []
    for first in (18.5, 19):
        out = foot("F1", 12, first, formation="column", hidden=True)
        came = beside_a_wood(out, foot("P1", 12, 25, 180)).then("move F1 forward:2500")
        assert isinstance(came.state.pending, Ask)
        assert came.state.pending.side == "prussian"
        assert came.table.pieces["F1"].pose.y == 21_000
        frames.append(RULES.view(came.state, "prussian").stack)
    assert frames[0] == frames[1]


@pytest.mark.rule("EG.9", "EG.11", "EG.12")
def test_who_hides_supports_nobody_and_no_flank_leans_on_him() -> None:
    found = []
    for hidden in (True, False):
        behind = foot("F1", 12, 16.5, formation="column", hidden=hidden)
        beside = foot("F3", 14.5, 18, hidden=hidden)
        table = led(behind, beside, foot("F2", 12, 18))
        found.append((is_supported(table, "F2"), safe_flanks(table, "F2")))
    assert found == [(False, 0), (True, 1)]


@pytest.mark.rule("EG.9", "E35.19")
def test_skirmishers_give_way_to_who_comes_upon_them_not_to_his_hidden_fellow() -> None:
    screen, ends = foot("P1", 22.2, 12.4, 180, formation="skirmish"), []
    for x, order in ((19.4, "move F1+F2 forward:500"), (9, "move F2 forward:500")):
        hidden = foot("F1", x, 10.3, formation="column", hidden=True)
        swept = beside_a_wood(hidden, screen).then(order)
        while isinstance(swept.state.pending, Ask) and swept.state.pending.purpose == "react":
            swept = swept.then("done")
        assert isinstance(swept.state.pending, Ask)
        assert swept.state.pending.purpose == "swept-aside"
        assert "'F1'" not in str(RULES.view(swept.state, "prussian").stack)
        ends.append(swept.then("pick flee").table.pieces["P1"].pose)
    assert ends[0] == ends[1]


def test_options_are_shown_to_the_side_that_is_asked_alone() -> None:
    game = RandomGame(SYSTEM.rules, setting(2), 3, choose)
    for _ in range(60):
        pending = game.state.pending
        if isinstance(pending, Ask):
            other = game.state.table.setting.enemy(pending.side)
            assert SYSTEM.rules.view(game.state, other).options is None
        game.step()
