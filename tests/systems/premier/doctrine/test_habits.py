"""Habits that cost battles: foot in its own horse's way, chases, rides cut short, blown horse."""

from __future__ import annotations

import msgspec
import pytest

from grognard.bots.puzzles import solve
from grognard.desks.library import LIBRARY
from grognard.planning.levels import character
from grognard.systems.bataille.doctrine.assaults import SLIPS, Way, weigh
from grognard.systems.bataille.doctrine.judging import Judge
from grognard.systems.bataille.pieces import Arm, Readiness
from grognard.systems.bataille.table import Table
from grognard.systems.registry import system_named
from tests.systems.premier.doctrine.test_judging import FRENCH, scene_of

PREMIER = system_named("premier")
PUZZLES = LIBRARY / "puzzles" / "premier"


@pytest.fixture
def charge() -> Table:
    table: Table = PREMIER.rules.opening(PREMIER.library.setting("charge", {})).table.draft()
    return table


def test_foot_goes_round_its_own_horse_where_it_would_shake_both() -> None:
    path = PUZZLES / "habit-04-round-ones-own-horse.yaml"
    assert solve(path, "sergeant", 2).solved
    assert not solve(path, "conscript", 1).solved, "he sees nothing beside his own hex"


def test_an_assault_on_horse_that_can_slip_away_promises_its_hex_and_no_more(charge: Table) -> None:
    roster, sides = charge.setting.roster, charge.setting.sides
    foot = next(u for u in charge.pieces if roster[u].arm is Arm.INFANTRY)
    side = charge.side_of(foot)
    horse = next(
        u for u in charge.units_of(sides[side == sides[0]]) if roster[u].arm is Arm.CAVALRY
    )
    at, facing = charge.pieces[foot].at, charge.pieces[foot].facing
    before = charge.setting.ground.around[at][facing]
    blown = msgspec.structs.replace(
        charge.pieces[horse], hexes=(before,), readiness=Readiness.EXHAUSTED, lost=2
    )
    charge.put(blown)
    way = Way(foot, (charge.pieces[foot].hexes, facing), 0, at)
    near, far = (
        weigh(scene_of(charge, side, character(level)), before, (way,)).odds
        for level in ("sergeant", "captain")
    )
    assert (far.carried, far.repulsed, far.own, far.foe) == (1.0, 0.0, 0.0, SLIPS)
    assert near.foe > SLIPS


def test_tired_horse_gains_by_standing_still_and_nothing_by_a_long_march(charge: Table) -> None:
    roster = charge.setting.roster
    horse = next(u for u in charge.units_of(FRENCH) if roster[u].arm is Arm.CAVALRY)
    scene = scene_of(charge, FRENCH, character("captain"))

    def gains(readiness: Readiness) -> list[float]:
        piece = msgspec.structs.replace(charge.pieces[horse], readiness=readiness)
        judge = Judge(scene, horse, piece)
        return [judge.rested(cost) for cost in (0, judge.pace // 2, judge.pace)]

    blown, tired = gains(Readiness.EXHAUSTED), gains(Readiness.TIRED)
    assert blown[0] == 2 * blown[1] > 0 == blown[2]
    assert tired[0] == tired[1] == blown[1]
    assert tired[2] == 0
    assert gains(Readiness.FRESH) == [0.0, 0.0, 0.0]
