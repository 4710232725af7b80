"""How the opponents of Bataille Empire think: shocks weighed by every throw, places, answers."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from grognard.kernel import Ask, Choices, Over, Roll, answer
from grognard.mechanics.commands import Pick
from grognard.planning.levels import Character, character
from grognard.systems.empire.actions import Activate
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.charge.charging import ChargeStep
from grognard.systems.empire.command.actions import CallReserve, SendPoint
from grognard.systems.empire.doctrine.clash import at_contact, prospect
from grognard.systems.empire.doctrine.commander import Commander
from grognard.systems.empire.doctrine.doctrine import DOCTRINE, RASH
from grognard.systems.empire.doctrine.greedy import Greedy
from grognard.systems.empire.doctrine.ground import Ground
from grognard.systems.empire.doctrine.hits import hit_worth
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import FireKind
from grognard.systems.empire.fire.firing import FireStep
from grognard.systems.empire.kinds import Formation, Order
from grognard.systems.empire.movement.judging import walked
from grognard.systems.empire.movement.moving import MovementStep
from grognard.systems.empire.opening import opening, opening_table
from grognard.systems.empire.packs.pack import load
from grognard.systems.empire.sequence import activations
from grognard.systems.empire.setting import Objective
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


def level(name: str) -> Character:
    return character(name, DOCTRINE.figures())


@pytest.mark.parametrize(("name", "sent"), [("conscript", 1), ("sergeant", 2), ("captain", 3)])
def test_a_level_sends_points_as_far_as_it_sees(name: str, sent: int) -> None:
    setting = load("outpost", {})
    state = opening(setting)
    thinker = Commander(setting, "prussian", level(name))
    given = 0
    while not isinstance(state.pending, Over):
        pending = state.pending
        if isinstance(pending, Roll):
            state = answer(state, (6,))
            continue
        assert isinstance(pending, Ask)
        order = thinker.choose(view(state, pending.side), pending, None)  # type: ignore[arg-type]
        if isinstance(order, Activate):
            break
        given += isinstance(order, SendPoint)
        state = answer(state, order)
    assert given == sent


def test_a_general_rides_after_his_men_when_they_have_left_him_behind() -> None:
    table = with_points(foot("F1", 20, 20), foot("F2", 22, 20), foot("P1", 20, 30, 180))
    leader = table.general("french-division")
    table.officers[leader.id] = msgspec.structs.replace(leader, at=(20_000, 6_000), points=4)
    played = play(table, MovementStep("french-division"))
    assert asked(played, "french", Commander(table.setting, "french", CAPTAIN)).startswith("ride ")


def test_nobody_forms_square_in_a_move_for_horse_that_is_far() -> None:
    table = with_points(foot("F1", 10, 10, 0, "column"), horse("P1", 10, 17, 180))
    played = play(table, MovementStep("french-division"))
    for name in ("conscript", "sergeant", "captain", "colonel", "marshal"):
        order = asked(played, "french", Commander(table.setting, "french", level(name)))
        assert "square" not in order


def test_whoever_wins_the_initiative_goes_first() -> None:
    table = with_points(foot("F1", 10, 10), foot("P1", 10, 17, 180))
    ask = Ask("prussian", Choices([Pick("french"), Pick("prussian")]), "first-side")
    for thinker in (
        Greedy(table.setting, "prussian", RASH),
        Commander(table.setting, "prussian", CAPTAIN),
    ):
        assert thinker.conducted(table, ask) == Pick("prussian")


def test_a_battery_that_sees_its_targets_unlimbers_before_it_follows_the_foot() -> None:
    table = with_points(
        guns("F1", 10, 10, 0, "limbered"),
        foot("F2", 8.5, 10, 0, "column"),
        foot("P1", 10, 17, 180),
    )
    played = play(table, MovementStep("french-division"))
    captain = Commander(table.setting, "french", level("captain"))
    order = asked(played, "french", captain)
    assert order.startswith("move F1 ")
    assert order.endswith("form:unlimbered")


def test_horse_of_who_sees_the_sector_waits_out_of_musket_shot_for_its_hour() -> None:
    table = table_of(horse("F1", 10, 10, 0, "column"), foot("P1", 10, 18, 180))
    here = table.pieces["F1"].footprint
    before_them = here.moved(type(here.pose)(10_000, 17_000, 0))
    for name, nearer in (("conscript", True), ("captain", False)):
        ground = Ground(table, "F1", level(name))
        gains = [ground.worth(each, Formation.COLUMN) for each in (here, before_them)]
        assert (gains[1] > gains[0]) is nearer


def test_nobody_is_led_along_in_a_group_to_his_harm() -> None:
    table = with_points(
        foot("F1", 10, 10, 0, "column"),
        foot("F2", 11.5, 10, 0, "column"),
        foot("P1", 10.5, 19, 180),
    )
    played = play(table, MovementStep("french-division"))
    ask = played.state.pending
    assert isinstance(ask, Ask)
    thinker = Commander(table.setting, "french", CAPTAIN)
    found = thinker.best_of(played.state.table, ("F1", "F2"), ask)
    assert found is not None
    for walk in walked(played.state.table, found[1]).walks:
        ground, stands = Ground(table, walk.unit, CAPTAIN), table.pieces[walk.unit]
        stay = ground.worth(stands.footprint, stands.formation)
        assert ground.worth(walk.footprint, walk.formation) > stay


def test_a_charge_that_wins_the_ground_is_worth_more_to_who_sees_the_sector() -> None:
    table = table_of(foot("F1", 10, 10, 0, "column"), foot("P1", 10, 13, 180))
    way = approach(table, "F1", "P1")
    assert isinstance(way, Approach)
    captain, sergeant = (
        Commander(table.setting, "french", level(name)) for name in ("captain", "sergeant")
    )
    before = captain.gain(table, way), sergeant.gain(table, way)
    hill = Objective("hill", "the hill", (10_000, 13_300), 3, "prussian")
    table.setting = msgspec.structs.replace(table.setting, objectives={"hill": hill})
    table.holders = {"hill": "prussian"}
    assert captain.gain(table, way) > before[0]
    assert sergeant.gain(table, way) == before[1]


def test_a_hit_weighs_by_what_becomes_of_the_unit() -> None:
    table = table_of(
        foot("F1", 10, 10), foot("F2", 14, 10, halves=7), foot("F3", 18, 10, disordered=True)
    )
    whole, spent, shaken = (hit_worth(table, unit, 1) for unit in ("F1", "F2", "F3"))
    assert shaken < whole < spent == 1.0
    assert hit_worth(table, "F1", 0) == 0.0


def test_the_colonel_fires_at_who_will_break_and_the_captain_at_who_loses_most() -> None:
    table = with_points(
        foot("F1", 10, 10), foot("P1", 9.4, 11.5, 180), foot("P2", 11.6, 11.5, 180, halves=7)
    )
    colonel, captain = (
        Commander(table.setting, "french", level(name)) for name in ("colonel", "captain")
    )
    shots = [Fire("F1", FireKind.VOLLEY, target) for target in ("P1", "P2")]
    assert captain.hurt(table, shots[0]) == captain.hurt(table, shots[1])
    assert colonel.hurt(table, shots[0]) < colonel.hurt(table, shots[1])


@pytest.mark.parametrize(("holder", "scored"), [("french", 1.0), ("", 0.5), ("prussian", 0.0)])
def test_a_battle_is_scored_by_its_verdict(holder: str, scored: float) -> None:
    state = opening(load("outpost", {}))
    table = state.table.draft()
    table.holders = dict.fromkeys(table.holders, holder)
    assert DOCTRINE.score(msgspec.structs.replace(state, table=table), "french") == scored


def test_who_is_shaken_too_near_to_the_enemy_is_brought_off_before_he_is_rallied() -> None:
    table = with_points(foot("F1", 10, 10, 0, "column", disordered=True), foot("P1", 10, 12, 180))
    played = play(table, MovementStep("french-division"))
    order = asked(played, "french", Commander(table.setting, "french", level("captain")))
    assert order.startswith("move F1 ")


def test_a_unit_on_hold_does_not_walk_away_from_what_it_holds() -> None:
    table = table_of(foot("F1", 10, 10), horse("P1", 10, 17, 180), orders={"french": "hold"})
    hill = Objective("hill", "the hill", (10_000, 10_000), 3, "french")
    table.setting = msgspec.structs.replace(table.setting, objectives={"hill": hill})
    table.holders = {"hill": "french"}
    body = table.bodies["french-division"]
    area = ((4_000, 4_000), (16_000, 4_000), (16_000, 16_000), (4_000, 16_000))
    table.bodies["french-division"] = msgspec.structs.replace(body, area=area)
    here = table.pieces["F1"].footprint
    away = here.moved(type(here.pose)(10_000, 4_500, 180))
    ground = Ground(table, "F1", level("captain"))
    assert ground.worth(here, Formation.LINE) > ground.worth(away, Formation.LINE)


def test_who_sees_his_neighbours_plans_a_charge_of_two_and_the_conscript_one_after_the_other() -> (
    None
):
    table = with_points(
        foot("F1", 9, 10, 0, "column"),
        foot("F2", 11, 10, 0, "column"),
        foot("P1", 10, 13, 180, "column"),
    )
    ways = [approach(table, unit, "P1") for unit in ("F1", "F2")]
    both = [way for way in ways if isinstance(way, Approach)]
    assert prospect(table, *both).gain > prospect(table, both[0]).gain
    played = play(table, ChargeStep("french-division"))
    for name, together in (("sergeant", True), ("conscript", False)):
        thinker = Commander(table.setting, "french", level(name))
        assert asked(played, "french", thinker).startswith("charge F")
        assert ("2 together" in thinker.why) is together


@pytest.mark.parametrize(("defended", "formed_up"), [(True, 4.0), (False, 0.0)])
def test_a_captain_forms_up_before_what_he_storms_and_walks_onto_what_is_empty(
    defended: bool, formed_up: float
) -> None:
    table = table_of(foot("F1", 10, 4, 0, "column"), foot("P1", 10, 13 if defended else 20, 180))
    hill = Objective("hill", "the hill", (10_000, 13_300), 3, "prussian")
    table.setting = msgspec.structs.replace(table.setting, objectives={"hill": hill})
    table.holders = {"hill": "prussian"}
    assert Ground(table, "F1", level("captain")).stand_off == formed_up
    assert Ground(table, "F1", level("sergeant")).stand_off == 0.0


@pytest.mark.rule("E24.4")
def test_when_all_divisions_have_acted_the_reserve_is_called_with_its_own_order() -> None:
    table = opening_table(load("farm"))
    chief = table.chief("prussian")
    table.own("officers")[chief.id] = msgspec.structs.replace(chief, points=4)
    for division in ("picket", "ambush"):
        body = table.bodies[division]
        table.own("bodies")[division] = msgspec.structs.replace(body, acted=True)
    ask = Ask("prussian", activations(table, "prussian"), "activate")
    thinker = Greedy(table.setting, "prussian", CAPTAIN)
    assert thinker.activate(table, ask) == CallReserve("reserve", Order.ENGAGE)
    table.own("officers")[chief.id] = msgspec.structs.replace(chief, points=0)
    poor = Ask("prussian", activations(table, "prussian"), "activate")
    assert thinker.activate(table, poor) is None


def test_who_sees_the_sector_counts_who_can_step_up_to_a_charge_and_brings_him() -> None:
    table = with_points(
        foot("F1", 10, 10, 0, "column"),
        foot("F2", 10, 8.5, 0, "column"),
        foot("P1", 10, 13, 180, "column"),
    )
    way = approach(table, "F1", "P1")
    assert isinstance(way, Approach)
    assert prospect(table, way, helped=True).wins > prospect(table, way).wins
    alone = table.draft()
    alone.alter("F2", disordered=True)
    assert prospect(alone, way, helped=True).wins == prospect(alone, way).wins
    played = play(table, ChargeStep("french-division"), "charge F1 P1", "done", "respond P1 stand")
    orders = {
        name: asked(played, "french", Commander(table.setting, "french", level(name)))
        for name in ("sergeant", "captain")
    }
    assert orders["sergeant"] == "done"
    assert orders["captain"].startswith("move F2 ")


def test_the_colonel_holds_a_fire_whose_answer_costs_him_more() -> None:
    table = with_points(
        foot("F1", 10, 10, 0, "column", halves=7), foot("P1", 10, 11.5, 180, "line")
    )
    played = play(table, FireStep("french-division", preparatory=False))
    for name, fires in (("captain", True), ("colonel", False)):
        order = asked(played, "french", Commander(table.setting, "french", level(name)))
        assert order.startswith("fire F1") is fires


def test_the_horse_of_a_plan_waits_out_of_the_reach_of_guns() -> None:
    table = table_of(
        horse("F1", 10, 10, 0, "column"), foot("P1", 10, 20, 180), guns("P2", 12, 20, 180)
    )
    here = table.pieces["F1"].footprint
    nearer = here.moved(type(here.pose)(10_000, 14_000, 0))
    for name, goes in (("captain", True), ("marshal", False)):
        ground = Ground(table, "F1", level(name))
        gains = [ground.worth(each, Formation.COLUMN) for each in (here, nearer)]
        assert (gains[1] > gains[0]) is goes


def test_by_a_plan_foot_that_is_not_needed_goes_where_the_enemy_is_stronger() -> None:
    table = table_of(
        foot("F1", 10, 10),
        foot("F2", 10, 8.5),
        foot("P1", 20, 16, 180),
        foot("P2", 22, 16, 180),
        orders={"french": "hold"},
    )
    places = {
        name: Objective(name, name, (at, 10_000), 3, "french")
        for name, at in (("near", 10_000), ("far", 20_000))
    }
    table.setting = msgspec.structs.replace(table.setting, objectives=places)
    table.holders = dict.fromkeys(places, "french")
    body = table.bodies["french-division"]
    area = ((4_000, 4_000), (26_000, 4_000), (26_000, 14_000), (4_000, 14_000))
    table.bodies["french-division"] = msgspec.structs.replace(body, area=area)
    for name, post in (("colonel", "near"), ("marshal", "far")):
        assert Ground(table, "F2", level(name)).goal == places[post].at


def test_who_has_a_plan_keeps_the_last_word_of_a_battle() -> None:
    table = with_points(foot("F1", 10, 10), foot("P1", 10, 17, 180))
    ask = Ask("prussian", Choices([Pick("french"), Pick("prussian")]), "first-side")
    table.turn = len(table.setting.turns)
    for name, first in (("captain", "prussian"), ("marshal", "french")):
        thinker = Commander(table.setting, "prussian", level(name))
        assert thinker.conducted(table, ask) == Pick(first)
