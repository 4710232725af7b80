"""How the opponents of Bataille Empire think: shocks weighed by every throw, places, answers."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask
from grognard.planning.levels import Character, character
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.doctrine.clash import at_contact, prospect
from grognard.systems.empire.doctrine.commander import Commander
from grognard.systems.empire.doctrine.doctrine import RASH
from grognard.systems.empire.doctrine.greedy import Greedy
from grognard.systems.empire.doctrine.ground import Ground
from grognard.systems.empire.kinds import Formation
from grognard.systems.empire.shock.events import ShockFought
from grognard.systems.empire.shock.fights import Charger, Fight
from grognard.systems.empire.shock.shock import Shock
from grognard.systems.empire.views import view
from tests.systems.empire.kit import Base, Played, foot, guns, horse, play, table_of

CAPTAIN = character("captain")
STRIKES = [
    (foot("F1", 10, 10, 0, "column", traits="elan"), foot("P1", 10, 13, 180)),
    (horse("F1", 10, 10, branch="heavy"), foot("P1", 10, 15, 180, "column")),
    (horse("F1", 10, 10, branch="light"), foot("P1", 10, 15, 180, "full_square")),
    (foot("F1", 10, 10, 0, "column"), guns("P1", 10, 13, 180)),
    (horse("F1", 10, 10), horse("P1", 10, 15, 180, halves=2)),
]


def with_points(*bases: Base, **more: Any) -> Any:
    table = table_of(*bases, **more)
    for leader, officer in table.officers.items():
        table.officers[leader] = msgspec.structs.replace(officer, points=4)
    return table


@pytest.mark.parametrize(("one", "other"), STRIKES)
def test_what_a_charge_is_worth_agrees_with_every_throw_played_out(one: Base, other: Base) -> None:
    table = table_of(one, other)
    way = approach(table, "F1", "P1")
    assert isinstance(way, Approach)
    there = at_contact(table, way)
    start, end = table.pieces["F1"].pose.point, there.pieces["F1"].pose.point
    fight = Fight("P1", (Charger("F1", start, end, way.far, way.zone),))
    won = 0
    for dice in product(range(1, 7), repeat=2):
        fought = play(there.draft(), Shock(fight), dice).told(ShockFought)[0]
        won += fought.winner == "F1"
    assert prospect(table, way).wins == won / 36


def asked(played: Played, side: str, thinker: Greedy) -> str:
    ask = played.state.pending
    assert isinstance(ask, Ask)
    assert ask.side == side
    return str(thinker.choose(view(played.state, side), ask, None))  # type: ignore[arg-type]


def test_foot_in_column_forms_square_before_heavy_horse() -> None:
    table = with_points(
        horse("F1", 10, 10, branch="heavy"), foot("P1", 10, 17, 180, "column", drill="A")
    )
    played = play(table, ChargeStep("french-division"), "charge F1 P1")
    thinker = Greedy(table.setting, "prussian", CAPTAIN)
    assert asked(played, "prussian", thinker).startswith("respond P1 form:")


def test_horse_is_not_thrown_at_a_square_but_rides_at_guns() -> None:
    square = with_points(horse("F1", 10, 10), foot("P1", 10, 15, 180, "full_square"))
    played = play(square, ChargeStep("french-division"))
    thinker = Commander(square.setting, "french", CAPTAIN)
    assert asked(played, "french", thinker) == "done"
    battery = with_points(horse("F1", 10, 10), guns("P1", 10, 15, 90))
    played = play(battery, ChargeStep("french-division"))
    thinker = Commander(battery.setting, "french", CAPTAIN)
    assert asked(played, "french", thinker) == "charge F1 P1"


def test_who_weighs_danger_keeps_his_side_from_the_enemy_and_the_rash_does_not() -> None:
    table = table_of(foot("F1", 10, 10), foot("P1", 10, 20, 180), horse("P2", 14, 13, 270))
    near = table.pieces["F1"].footprint
    forward = near.moved(type(near.pose)(10_000, 13_000, 0))

    def gain(held: Character) -> float:
        ground = Ground(table, "F1", held)
        return ground.worth(forward, Formation.LINE) - ground.worth(near, Formation.LINE)

    assert gain(RASH) > gain(CAPTAIN)
