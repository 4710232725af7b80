"""Commanders: whole battles, the same with the same seed, and no eye on what is hidden."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from grognard.bots.commander import Commander
from grognard.bots.contest import play
from grognard.bots.ladder import Job, climbed, jobs, play_job, rungs
from grognard.bots.roster import commander, names, player
from grognard.kernel import Action, Ask
from grognard.kernel.chance import Stream
from grognard.kernel.engine import State
from grognard.kernel.errors import GrognardError
from grognard.kernel.questions import Over
from grognard.planning.levels import character, levels
from grognard.systems.bataille.views import SPECIFIC_SIDE
from grognard.systems.premier.doctrine.doctrine import Premier
from grognard.systems.registry import system_named

PREMIER = system_named("premier")


def battle(pack: str, one: str, other: str, seed: int) -> tuple[list[str], State]:
    setting = PREMIER.library.setting(pack, {})
    first, second = setting.sides
    players = {
        first: player(one, PREMIER, setting, first, seed),
        second: player(other, PREMIER, setting, second, seed),
    }
    orders: list[str] = []

    def watch(before: State, given: Any, after: State) -> None:
        if isinstance(before.pending, Ask):
            orders.append(str(given))

    ended = play(PREMIER, PREMIER.rules.opening(setting), players, seed, watch)
    return orders, ended.state


@pytest.mark.parametrize("level", [entry.name for entry in levels()])
def test_every_level_plays_a_battle_to_its_end(level: str) -> None:
    orders, state = battle("duel", level, "greedy", 3)
    assert len(orders) > 10
    assert isinstance(state.pending, Over)
    assert state.pending.verdict


@pytest.mark.parametrize("temperament", ["aggressive", "cautious", "historical"])
def test_every_temperament_plays_horse_and_guns(temperament: str) -> None:
    orders, _ = battle("charge", f"sergeant:{temperament}", "random", 5)
    assert any(order.startswith("fire ") for order in orders)


def test_the_same_seed_gives_the_same_battle() -> None:
    assert (
        battle("village", "captain", "sergeant", 11)[0]
        == battle("village", "captain", "sergeant", 11)[0]
    )


def test_a_commander_beats_chance() -> None:
    found = [
        play_job(Job("premier", "village", "captain", "random", seed, seed)) for seed in (1, 2)
    ]
    assert all(one.score >= 0.75 for one in found)


def test_reasons_are_kept() -> None:
    setting = PREMIER.library.setting("duel", {})
    first, second = setting.sides
    who = commander("captain", PREMIER, setting, first, 1)
    players = {first: who.choose, second: player("greedy", PREMIER, setting, second, 1)}
    play(PREMIER, PREMIER.rules.opening(setting), players, 1)
    assert who.record
    assert all(reason.why and reason.side == first for reason in who.record)
    assert who.repaired == 0


def test_the_clock_can_cut_a_search_and_an_answer_is_ready() -> None:
    setting = PREMIER.library.setting("duel", {})
    first, second = setting.sides
    times = iter(range(0, 10**9, 60))
    doctrine = Premier(setting, first, character("marshal"), 1, clock=lambda: float(next(times)))
    who = Commander(doctrine, first)
    players = {first: who.choose, second: player("random", PREMIER, setting, second, 1)}
    ended = play(PREMIER, PREMIER.rules.opening(setting), players, 1)
    assert isinstance(ended.state.pending, Over)
    assert doctrine.cuts >= 1
    assert who.repaired == 0
    assert any("cut by clock" in reason.why for reason in who.record)


def answers(
    setting: Any, twin: Any, side: str, level: str, most: int
) -> list[tuple[Action, Action]]:
    """What a level answers in a battle, and in the same battle with other hidden values."""
    real = player(level, PREMIER, setting, side, 7)
    other = player(level, PREMIER, twin, side, 7)
    found: list[tuple[Action, Action]] = []

    def choose(view: Any, ask: Ask, chooser: Any) -> Action:
        order = real(view, ask, Stream(len(found)))
        found.append((order, other(view, ask, Stream(len(found)))))
        return order

    foe = setting.enemy(side)
    players = {
        s: choose if s == side else player("random", PREMIER, setting, foe, 1)
        for s in setting.sides
    }
    play(PREMIER, PREMIER.rules.opening(setting), players, 4)
    return found[:most]


def test_hidden_values_of_the_enemy_change_no_answer() -> None:
    """The commander is handed a setting in which enemy counters have swapped their hidden sides."""
    setting = PREMIER.library.setting("village", {})
    roster = dict(setting.roster)
    foot = [unit for unit in roster if unit.startswith("P") and roster[unit].battery is None]
    backs = [{name: getattr(roster[unit], name) for name in SPECIFIC_SIDE} for unit in foot]
    for unit, back in zip(foot, backs[1:] + backs[:1], strict=True):
        roster[unit] = msgspec.structs.replace(roster[unit], **back)
    twin = msgspec.structs.replace(setting, roster=roster)
    for one, other in answers(setting, twin, "french", "captain", 400):
        assert one == other


def test_the_ladder_counts_and_orders() -> None:
    players = ("random", "greedy")
    listed = jobs("premier", (("duel", 2),), players, 1)
    assert len(listed) == 4
    assert listed[0].one == listed[1].other
    ladder = climbed([play_job(job) for job in listed], players)
    assert ladder.order
    assert ladder.standings[-1].rating.player == "greedy"
    assert ladder.matches[0].games == 4
    assert set(ladder.matches[0].sides)


def test_the_top_meets_the_bottom_seldom_and_on_a_battle_of_its_own() -> None:
    listed = jobs("premier", (("duel", 12),), ("random", "greedy", "captain"), 1, (("village", 3),))
    far = [job for job in listed if {job.one, job.other} == {"captain", "random"}]
    assert [job.scenario for job in far] == ["duel"] * 2 + ["village"] * 6
    assert sum({job.one, job.other} == {"greedy", "random"} for job in listed) == 24
    assert sum({job.one, job.other} == {"captain", "greedy"} for job in listed) == 8


def test_a_passive_turn_is_one_without_a_blow_after_the_first() -> None:
    battle = play_job(Job("premier", "duel", "greedy", "random", 1, 1))
    for shown in battle.conduct:
        assert 0 <= shown.idle <= shown.turns <= len(PREMIER.library.setting("duel", {}).turns)
        assert shown.seconds
    assert sum(shown.turns - shown.idle for shown in battle.conduct) > 0


def test_the_ladder_names_all_rungs() -> None:
    assert rungs()[:2] == ("random", "greedy")
    assert len(rungs()) == 7
    assert set(rungs()) <= set(names(PREMIER))


def test_an_unknown_player_is_named() -> None:
    with pytest.raises(GrognardError, match="no level"):
        player("napoleon", PREMIER, PREMIER.library.setting("duel", {}), "french", 1)
