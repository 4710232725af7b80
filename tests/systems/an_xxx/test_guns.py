"""Guns of An XXX: ammunition and wagons, caissons, ricochet, guns that are lost, shells and fires."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.kernel import Roll, answer
from grognard.mechanics.boards import hexes_in
from grognard.mechanics.hexes import distance
from grognard.systems.an_xxx.events.guns import (
    CaissonExploded,
    GunsCrewed,
    GunsOverrun,
    ResupplyTried,
    ShotsCounted,
)
from grognard.systems.an_xxx.guns.ammunition import Resupply, shots_left, supplier
from grognard.systems.an_xxx.guns.burning import Fires, burning
from grognard.systems.an_xxx.guns.driving import WagonSegment, drives
from grognard.systems.an_xxx.guns.howitzers import LobOptions, Shelling, Shells, scatter_rows
from grognard.systems.an_xxx.guns.overrun import LoseGuns, LyingGuns
from grognard.systems.an_xxx.guns.ricochet import next_bound
from grognard.systems.an_xxx.guns.things import read_lying
from grognard.systems.bataille.actions import Drill, Firer, March, Shoot
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.fire.fire import FireAttack, aimed
from grognard.systems.bataille.fire.firing import DEFENSIVE, OFFENSIVE, silence
from grognard.systems.bataille.fire.targets import FieldOfFire
from grognard.systems.bataille.movement.movement import MovementOptions
from grognard.systems.bataille.outcome import fates
from grognard.systems.bataille.packs.victory import losses, lost_of
from grognard.systems.bataille.table import Table
from tests.systems.an_xxx.drawing import TARGET, played, supplied, table_of

# --- ammunition


@pytest.mark.rule("X18.14.4")
def test_every_attack_costs_a_shot_and_at_nought_a_battery_is_silent() -> None:
    table = table_of("F1 battery at 0303 facing S trait ammunition:12", TARGET)
    assert shots_left(table, "F1") == 12
    fired = played(table, FireAttack(306, (Firer("F1", 303),), "offensive"), 11)
    assert [e.left for e in fired.happened if isinstance(e, ShotsCounted)] == [11]
    empty = table_of("F1 battery at 0303 facing S trait ammunition:12 mark shots:0", TARGET)
    held = silence(empty, "F1", 303)
    assert held is not None
    assert held.clause == "X18.14.4"


@pytest.mark.rule("X18.14.1")
@pytest.mark.parametrize(
    ("battery", "at", "served"),
    [("battery", 306, True), ("battery", 307, False), ("horse-battery", 308, True),
     ("horse-battery", 309, False)],
)  # fmt: skip
def test_a_wagon_serves_foot_guns_at_three_hexes_and_horse_guns_at_five(
    battery: str, at: int, served: bool
) -> None:
    table = table_of(
        f"F1 {battery} at 0303 facing N trait ammunition:12 mark shots:3",
        "P1 battalion at 0809 facing N",
    )
    assert bool(supplier(supplied(table, at), "F1")) == served


@pytest.mark.rule("X18.14.3", "X18.14.4")
@pytest.mark.parametrize(("die", "left"), [(4, 3), (5, 12), (6, 12)])
def test_a_five_or_a_six_fills_a_battery_up(die: int, left: int) -> None:
    table = supplied(
        table_of(
            "F1 battery at 0303 facing N trait ammunition:12 mark shots:3",
            "P1 battalion at 0809 facing N",
        ),
        at=304,
    )
    done = played(table, Resupply("french"), die)
    assert shots_left(done.table, "F1") == left
    assert [e.refilled for e in done.happened if isinstance(e, ResupplyTried)] == [left == 12]


@pytest.mark.rule("X18.14.4", "X18.14.5")
def test_no_supply_next_to_the_enemy_nor_from_a_wagon_that_was_taken() -> None:
    guns = "F1 battery at 0303 facing N trait ammunition:12 mark shots:3"
    near = supplied(table_of(guns, "P1 battalion at 0304 facing N"), at=302)
    assert supplier(near, "F1") is None
    lost = supplied(table_of(guns, "P1 battalion at 0305 facing N"), at=305)
    done = played(lost, Resupply("french"))
    assert done.table.removed["W1"] == "taken"


@pytest.mark.rule("X18.14.5")
def test_a_wagon_is_driven_seven_points_and_does_not_serve_in_that_turn() -> None:
    guns = "F1 battery at 0303 facing N trait ammunition:12 mark shots:3"
    table = supplied(table_of(guns, "P1 battalion at 0809 facing N"), at=305)
    ways = list(hexes_in(drives(table, 305, "french")))
    assert 306 in ways
    assert max(distance(305, at) for at in ways) <= 7
    assert 809 not in hexes_in(drives(table, 805, "french"))
    asked = played(table, WagonSegment("french"))
    assert [reason.clause for reason in asked.pending.options.why_not(Drill("W1", "0909"))] == [  # type: ignore[union-attr]
        "X18.14.5"
    ]
    moved = played(table, WagonSegment("french"), Drill("W1", "0304")).table
    assert moved.removed["W1"] == "wagon:0304:1"
    assert supplier(moved, "F1") is None
    moved.turn = 2
    assert supplier(moved, "F1") == "W1"


# --- a wagon alone


GUNS = "F1 battery at 0303 facing S long 8 medium 9"
FAR_OFF = "P1 battalion at 0809 facing N"


def shots_at(table: Table) -> set[int]:
    return set(FieldOfFire(table, "french", OFFENSIVE).by_target())


@pytest.mark.rule("X18.14.5")
def test_guns_fire_at_a_wagon_that_stands_alone_if_no_combat_unit_is_nearer() -> None:
    alone = supplied(table_of(GUNS, FAR_OFF), at=307, side="coalition")
    assert shots_at(alone) == {307}
    nearer = supplied(table_of(GUNS, FAR_OFF, "P2 battalion at 0306 facing N"), 307, "coalition")
    assert shots_at(nearer) == {306}
    beyond = supplied(table_of(GUNS, FAR_OFF, "P2 battalion at 0308 facing N"), 307, "coalition")
    assert shots_at(beyond) == {307, 308}
    assert not FieldOfFire(supplied(table_of(GUNS, FAR_OFF), 307), "french", OFFENSIVE).bare


@pytest.mark.rule("X18.14.5")
def test_only_guns_fire_at_a_wagon_that_stands_alone_and_only_in_their_own_segment() -> None:
    near = (GUNS, "F2 battalion at 0306 facing S", FAR_OFF)
    table = supplied(table_of(*near), at=307, side="coalition")
    refused = FieldOfFire(table, "french", OFFENSIVE).bars(Firer("F2", 306), 307)
    assert refused is not None
    assert refused.clause == "X18.14.5"
    assert FieldOfFire(table, "french", DEFENSIVE).no_target(307) is not None


@pytest.mark.rule("X18.14.5", "X18.6.2")
@pytest.mark.parametrize(
    ("dice", "fate", "explodes"), [(11, "", False), (56, "destroyed", False), (61, "destroyed", True)]
)  # fmt: skip
def test_a_wagon_alone_is_defended_as_limbered_guns_and_gone_with_any_loss(
    dice: int, fate: str, explodes: bool
) -> None:
    table = supplied(table_of(GUNS, FAR_OFF), at=307, side="coalition")
    state = played(table, FireAttack(307, (Firer("F1", 303),), "offensive"), dice)
    (fired,) = [event for event in state.happened if isinstance(event, FireResolved)]
    limbered = table_of(GUNS, FAR_OFF, "P2 battery at 0307 facing N limbered")
    assert fired.defence == aimed(limbered, 307, (Firer("F1", 303),)).defence
    assert state.table.removed.get("W1", "") == fate
    assert any(isinstance(event, CaissonExploded) for event in state.happened) == explodes


@pytest.mark.rule("X18.6.3", "X18.14.5")
def test_those_beside_a_wagon_that_goes_up_alone_check_at_plus_six() -> None:
    table = table_of(GUNS, "P1 battalion at 0308 facing N")
    state = played(
        supplied(table, at=307, side="coalition"),
        FireAttack(307, (Firer("F1", 303),), "offensive"),
        *(61, 66),
    )
    (checked,) = [event for event in state.happened if isinstance(event, MoraleChecked)]
    assert (checked.unit, {item.clause for item in checked.account}) == ("P1", {"X18.6.3"})


@pytest.mark.rule("X18.14.5", "X18.15.6")
@pytest.mark.parametrize("side", ["coalition", "french"])
def test_shells_that_fall_on_a_wagon_alone_hit_it_whosever_it_is(side: str) -> None:
    guns = GUNS + " trait howitzers"
    table = supplied(table_of(guns, FAR_OFF), at=307, side=side)
    listed = [order for order in LobOptions(table, "french") if isinstance(order, Shoot)]
    assert {order.target for order in listed} == ({307} if side == "coalition" else set())
    state = played(table, Shelling(307, (Firer("F1", 303),)), 1, 66)
    assert state.table.removed["W1"] == "destroyed"


# --- caissons and ricochet


@pytest.mark.rule("X18.6.1", "X18.6.3")
def test_a_caisson_of_the_battery_goes_up_on_a_natural_65_and_neighbours_check_at_plus_six() -> (
    None
):
    table = table_of(
        "F1 battery at 0303 facing S long 4 medium 7",
        "P1 battery at 0306 facing N increments 4 trait ammunition:12",
        "P2 battalion at 0307 facing N",
    )
    state = played(table, FireAttack(306, (Firer("F1", 303),), "offensive"), 65)
    seen = list(state.happened)
    while True:
        if not isinstance(state.pending, Roll):
            break
        state = answer(state, (6, 6))
        seen += state.happened
    assert [e.what for e in seen if isinstance(e, CaissonExploded)] == ["P1"]
    assert shots_left(state.table, "P1") == 6
    beside = [e for e in seen if isinstance(e, MoraleChecked) and e.unit == "P2"]
    assert any(item.clause == "X18.6.3" and item.amount == 6 for item in beside[0].account)


@pytest.mark.rule("X18.6.2")
def test_a_wagon_goes_up_on_a_natural_61() -> None:
    table = supplied(
        table_of("F1 battery at 0303 facing S", "P1 battalion at 0306 facing N"),
        at=306,
        side="coalition",
    )
    state = played(table, FireAttack(306, (Firer("F1", 303),), "offensive"), 61)
    while isinstance(state.pending, Roll):
        state = answer(state, (6, 6))
    assert state.table.removed["W1"] == "destroyed"
    assert losses(state.table, "coalition") == sum(p.lost for p in state.table.pieces.values())


@pytest.mark.rule("X18.9.1", "X18.9.2")
def test_a_ball_at_three_hexes_bounds_into_the_next_hex_at_half_value() -> None:
    table = table_of(
        "F1 battery at 0303 facing S medium 8",
        "P1 battalion at 0306 facing N",
        "P2 battalion at 0307 facing N",
    )
    state = played(table, FireAttack(306, (Firer("F1", 303),), "offensive"), 11, 11)
    fires = [e for e in state.happened if isinstance(e, FireResolved)]
    assert [(fire.target, fire.strength) for fire in fires] == [(307, Fraction(4))]


@pytest.mark.rule("X18.9.2")
@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ((". . . . .",) * 5 + (". . g . .",) + (". . . . .",) * 3, {}),
        ((". . . . .",) * 6 + (". . w . .",) + (". . . . .",) * 2, {}),
        ((". . . . .",) * 9, {"weather": "light_rain"}),
    ],
)
def test_no_ricochet_from_or_into_cover_nor_in_rain(
    rows: tuple[str, ...], more: dict[str, str]
) -> None:
    units = (
        "F1 battery at 0303 facing S",
        "P1 light at 0306 facing NNE skirmish increments 2",
        "P2 light at 0307 facing NNE skirmish increments 2",
    )
    assert next_bound(table_of(*units, rows=rows, **more), 303, 306) == 0
    assert next_bound(table_of(*units), 303, 306) == 307
    assert next_bound(table_of(*units), 304, 306) == 0


@pytest.mark.rule("X12.13.6.2")
def test_a_ball_passes_over_those_who_lie_down() -> None:
    table = table_of(
        "F1 battery at 0303 facing S", TARGET, "P2 battalion at 0307 facing NNE line mark prone"
    )
    assert next_bound(table, 303, 306) == 0


# --- guns lost


@pytest.mark.rule("X18.4", "X18.12.3")
@pytest.mark.parametrize(("die", "fate"), [(1, "spiked"), (5, "guns:0303:1:-1:")])
def test_guns_that_were_overrun_are_lost_in_the_verdict_spiked_or_not(die: int, fate: str) -> None:
    table = table_of("F1 battery at 0303 facing S increments 4 lost 1", TARGET)
    state = played(table, LoseGuns(("F1",)), die)
    assert state.table.removed["F1"] == fate
    assert losses(state.table, "french") == 4
    assert lost_of(state.table, ("F1",)) == 1
    (told,) = [each for each in fates(state.table) if each.id == "F1"]
    assert (told.lost, told.gone) == (4, True)


@pytest.mark.rule("X18.4", "X18.12.1", "X18.12.2")
@pytest.mark.parametrize(
    ("die", "by", "spiked"),
    [(1, "infantry", True), (2, "infantry", True), (3, "infantry", False), (1, "cavalry", True),
     (2, "cavalry", False)],
)  # fmt: skip
def test_guns_that_would_have_to_go_are_lost_and_perhaps_spiked(
    die: int, by: str, spiked: bool
) -> None:
    table = table_of("F1 battery at 0303 facing S trait ammunition:12 mark shots:7", TARGET)
    state = played(table, LoseGuns(("F1",), by), die)
    (event,) = [e for e in state.happened if isinstance(e, GunsOverrun)]
    assert event.spiked == spiked
    assert "F1" not in state.table.pieces
    lying = read_lying(state.table.removed["F1"])
    assert (lying is None) == spiked
    assert lying is None or (lying.at, lying.shots) == (303, 7)


@pytest.mark.rule("X18.12.3")
def test_own_infantry_alone_from_one_phase_to_the_next_crews_half_of_the_guns() -> None:
    table = table_of(
        "F1 battery off increments 5 trait ammunition:12",
        "F2 battalion at 0303 facing N",
        "P1 battalion at 0809 facing N",
    )
    table.removed["F1"] = "guns:0303:1:7:"
    first = played(table, LyingGuns("french")).table
    assert first.removed["F1"] == "guns:0303:1:7:french"
    state = played(first, LyingGuns("french"))
    assert any(isinstance(event, GunsCrewed) for event in state.happened)
    assert state.table.strength("F1") == 2
    assert shots_left(state.table, "F1") == 3


@pytest.mark.rule("X18.12.3")
def test_an_enemy_there_as_long_does_away_with_them() -> None:
    table = table_of(
        "F1 battery off increments 4",
        "F2 battalion at 0809 facing N",
        "P1 battalion at 0303 facing N",
    )
    table.removed["F1"] = "guns:0303:0:-1:coalition"
    assert played(table, LyingGuns("coalition")).table.removed["F1"] == "destroyed"


# --- howitzers and fires

SHELLS = "F1 battery at 0303 facing S trait howitzers medium 8"


def lobs(table: Table) -> LobOptions:
    return LobOptions(table, "french")


@pytest.mark.rule("X18.15.6", "X21.1.3")
def test_howitzers_throw_shells_at_what_a_friend_sees_over_the_heads_of_others() -> None:
    screen = "F2 battalion at 0304 facing S"
    hidden = table_of(SHELLS, screen, TARGET)
    assert Shoot(306, (Firer("F1", 303),)) in lobs(hidden)
    assert Shoot(306, (Firer("F1", 303),)) in list(lobs(hidden))
    assert Shoot(307, (Firer("F1", 303),)) not in list(lobs(hidden))
    blind = table_of(SHELLS, "F2 battalion at 0304 facing S disordered", TARGET)
    (reason,) = lobs(blind).why_not(Shoot(306, (Firer("F1", 303),)))
    assert reason.text == "none of yours sees 0306"
    (reason,) = lobs(hidden).why_not(Shoot(306, (Firer("F2", 304),)))
    assert reason.text == "it has no howitzers"


@pytest.mark.rule("X18.15.2", "X18.15.3", "X18.15.4")
def test_what_makes_shells_go_astray() -> None:
    gun = (Firer("F1", 303),)
    hidden = table_of(SHELLS, "F2 battalion at 0304 facing S", TARGET)
    assert [item.amount for item in scatter_rows(hidden, 306, gun)] == [2]
    far = table_of(SHELLS, "P1 battalion at 0309 facing N")
    assert [item.amount for item in scatter_rows(far, 309, gun)] == [1]
    led = table_of(SHELLS, TARGET, leaders=["LF1 at 0304 special-ability"])
    assert [item.amount for item in scatter_rows(led, 306, gun)] == [-1]


@pytest.mark.rule("X18.15.1", "X18.15.6")
def test_shells_on_target_have_half_the_value_and_cost_a_shot() -> None:
    table = table_of(f"{SHELLS} trait ammunition:12", TARGET)
    state = played(table, Shelling(306, (Firer("F1", 303),)), 3, 11)
    (fire,) = [event for event in state.happened if isinstance(event, FireResolved)]
    assert (fire.target, fire.strength, fire.shift) == (306, Fraction(4), 0)
    assert shots_left(state.table, "F1") == 11


@pytest.mark.rule("X18.15.1", "X18.15.6")
@pytest.mark.parametrize(("side", "to"), [(1, 305), (4, 307)])
def test_shells_that_go_astray_fall_clockwise_from_the_line_of_fire(side: int, to: int) -> None:
    table = table_of(
        SHELLS, TARGET, "P2 battalion at 0305 facing N", "P3 battalion at 0307 facing N"
    )
    state = played(table, Shelling(306, (Firer("F1", 303),)), 4, side, 11)
    (fire,) = [event for event in state.happened if isinstance(event, FireResolved)]
    assert fire.target == to


@pytest.mark.rule("X18.15.6")
def test_shells_in_an_empty_hex_hit_nobody_and_the_guns_are_silent_afterwards() -> None:
    table = table_of(SHELLS, TARGET)
    state = played(table, Shelling(306, (Firer("F1", 303),)), 4, 1)
    assert not any(isinstance(event, FireResolved) for event in state.happened)
    held = silence(table_of(f"{SHELLS} mark lobbed", TARGET), "F1", 303)
    assert held is not None
    assert held.clause == "X18.15.6"


VILLAGE = (". . . . .",) * 5 + (". . V . .", ". . V . .") + (". . . . .",) * 2


@pytest.mark.rule("X18.15.5", "X18.15.7")
@pytest.mark.parametrize(("weather", "burns"), [("clear", True), ("light_rain", False)])
def test_shells_set_houses_on_fire_and_drive_the_garrison_out_but_not_in_rain(
    weather: str, burns: bool
) -> None:
    table = table_of(SHELLS, "P1 battalion at 0306 facing N general", rows=VILLAGE, weather=weather)
    state = played(table, Shells(306, (Firer("F1", 303),), "howitzers"), 66)
    while isinstance(state.pending, Roll):
        state = answer(state, (6, 6))
    assert burning(state.table) == ({306} if burns else set())
    assert (state.table.pieces["P1"].at != 306) == burns


@pytest.mark.rule("X18.15.7")
def test_nobody_enters_a_burning_hex() -> None:
    table = table_of(
        "F1 battalion at 0305 facing S", "P1 battalion at 0809 facing N", rows=VILLAGE_WIDE
    )
    assert March("F1", ("S",)) in MovementOptions(table, "french")
    table.removed["fire:0306"] = "burning"
    table.forget()
    assert March("F1", ("S",)) not in MovementOptions(table, "french")


VILLAGE_WIDE = tuple(f"{row} . . ." for row in VILLAGE)


@pytest.mark.rule("X18.15.7")
@pytest.mark.parametrize(("die", "left"), [(1, {306, 307}), (3, {306}), (6, set())])
def test_a_fire_spreads_on_a_one_and_burns_out_on_a_six(die: int, left: set[int]) -> None:
    table = table_of("F1 battalion at 0101 facing S", rows=VILLAGE)
    table.removed["fire:0306"] = "burning"
    assert burning(played(table, Fires(), die).table) == left
