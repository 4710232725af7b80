"""What An XXX shares with the base book, asked of its own cards, tables and orders."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from grognard.kernel import Reason
from grognard.kernel.chance import Stream
from grognard.mechanics.d66 import D66, RUNGS
from grognard.systems.an_xxx.sequence import PlayerSequence
from grognard.systems.bataille.actions import Firer, Form
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.events.facts import SegmentBegan
from grognard.systems.bataille.fire.fire import aimed
from grognard.systems.bataille.fire.firing import silence
from grognard.systems.bataille.fire.sight import sees
from grognard.systems.bataille.movement.formations import change
from grognard.systems.bataille.movement.march import InHand, formation_on, take_in_hand
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.orientation import orientation
from grognard.systems.bataille.pieces import Formation
from grognard.systems.bataille.table import Table
from tests.systems.an_xxx.drawing import played, rows_of, table_of

FAR = "P9 battalion at 0809 facing N"


def strength(table: Table, unit: str, target: int) -> Fraction:
    return aimed(table, target, [Firer(unit, table.pieces[unit].at)]).strength


def price(table: Table, formation: Formation, facing: int = 0) -> int | str:
    hand = take_in_hand(table, "F1")
    assert isinstance(hand, InHand)
    made = change(table, hand, formation, facing, table.pieces["F1"].hexes)
    return made.text if isinstance(made, Reason) else made.cost // 2


@pytest.mark.rule("X2.1", "X2.2", "X2.3")
def test_a_sides_turn_goes_from_declaration_to_reorganisation() -> None:
    table = table_of("F1 battalion at 0303 facing N", FAR, turn="1")
    state = played(table, PlayerSequence("french"))
    seen, stream = list(state.happened), Stream(1)
    from grognard.kernel import Ask, answer

    while isinstance(state.pending, Ask):
        state = answer(state, state.pending.options.sample(stream))
        seen += state.happened
    assert [event.segment for event in seen if isinstance(event, SegmentBegan)] == [
        "declaration", "charge", "movement", "defensive-fire", "offensive-fire", "assault", "recovery",
    ]  # fmt: skip


@pytest.mark.rule("X9.1")
def test_two_dice_are_read_as_tens_and_units() -> None:
    rungs = {D66.thrown((tens, ones)).rung for tens in range(1, 7) for ones in range(1, 7)}
    assert rungs == set(range(RUNGS))
    assert D66.thrown((4, 3)).rung == 3 * 6 + 2


@pytest.mark.rule("X11.4")
def test_cavalry_never_stays_with_infantry() -> None:
    table = table_of("F1 cavalry at 0303 facing N", "F2 battalion at 0303 facing N", FAR)
    refused = may_end(table, table.pieces["F1"])
    assert refused is not None
    assert table.cites(refused.clause) == "X11.4"


@pytest.mark.rule("X12.2.1", "X12.2.3", "X12.9.3")
def test_what_formations_cost() -> None:
    foot = table_of("F1 battalion at 0303 facing N", FAR)
    assert price(foot, Formation.LINE) == 1
    assert price(foot, Formation.SQUARE) == 1
    assert foot.setting.cards.points("cavalry_formation") == 3 * 2
    few = table_of("F1 battalion at 0303 facing N increments 2", FAR)
    assert price(few, Formation.SQUARE) == "a square needs 3 increments"
    assert Form("F1", Formation.SQUARE, 0, (303,)).verb == "form"


@pytest.mark.rule("X12.9.3")
def test_a_square_has_six_fronts_and_no_zone() -> None:
    table = table_of("F1 battalion at 0303 facing N square", FAR)
    assert orientation(table.printed("F1"), table.pieces["F1"]).front == 0b111111
    assert table.zone_of.get("F1", ()) == ()


@pytest.mark.rule("X12.4.3", "X12.7.3")
@pytest.mark.parametrize("ground", [".", "w"])
def test_a_column_and_general_order_fire_what_is_printed(ground: str) -> None:
    rows = [". . . . ."] * 4 + [f". . {ground} . ."] + [". . . . ."] * 4
    how = "column" if ground == "." else "general"
    table = table_of(
        f"F1 battalion at 0305 facing S {how} fire 6", "P1 battalion at 0306 facing N", rows=rows
    )
    assert strength(table, "F1", 306) == 6


@pytest.mark.rule("X12.7.5")
def test_rough_ground_imposes_general_order_with_five_fronts() -> None:
    rows = [". . . . ."] * 3 + [". . w . ."] + [". . . . ."]
    table = table_of("F1 battalion at 0303 facing S", rows=rows)
    assert formation_on(table, table.pieces["F1"], 304) is Formation.GENERAL
    inside = table_of("F1 battalion at 0304 facing S general", rows=rows)
    sides = orientation(inside.printed("F1"), inside.pieces["F1"])
    assert bin(sides.front).count("1") == 5


@pytest.mark.rule("X12.8.4")
def test_a_road_column_does_not_fire() -> None:
    table = table_of("F1 battalion at 0303 facing N road increments 4", FAR, roads="0303 0304")
    held = silence(table, "F1", 303)
    assert held is not None
    assert table.cites(held.clause) == "X12.8.4"


@pytest.mark.rule("X12.10.12.2")
@pytest.mark.parametrize(("far", "value"), [(306, 3 * 2), (307, 3)])
def test_skirmish_fire_is_halved_at_two_hexes(far: int, value: int) -> None:
    table = table_of(
        "F1 light at 0305 facing SSE skirmish increments 3", f"P1 battalion at {far:04d} facing N"
    )
    assert strength(table, "F1", far) == value


@pytest.mark.rule("X17.2.3")
def test_a_battery_fires_in_proportion_to_the_guns_it_has_left() -> None:
    table = table_of(
        "F1 battery at 0303 facing S increments 4 lost 1 medium 8", "P1 battalion at 0306 facing N"
    )
    assert strength(table, "F1", 306) == 8 * Fraction(3, 4)


@pytest.mark.rule("X18.2.1")
@pytest.mark.parametrize(
    ("battery", "least"),
    [
        ("french_foot", 4),
        ("french_horse", 2),
        ("prussian_foot_6", 5),
        ("french_guard", 1),
        ("russian_light_foot", 5),
        ("russian_horse", 4),
        ("prussian_horse", 4),
    ],
)
def test_the_die_that_limbers_by_nation(battery: str, least: int) -> None:
    assert table_of(FAR).setting.cards.limber_number(battery) == least


@pytest.mark.rule("X20.3.3")
@pytest.mark.parametrize(("level", "dice"), [(1, -3), (2, -6), (3, -9)])
def test_a_morale_level_costs_three_each(level: int, dice: int) -> None:
    table = table_of(
        "F1 battalion at 0303 facing N organisation corps", FAR, morale_levels=f"corps {level}"
    )
    assert sum(rows_of(table, "F1").values()) == dice


# --- dusk and night


def dark(light: str, *units: str) -> Table:
    table = table_of(*units, FAR)
    turns = tuple(msgspec.structs.replace(turn, weather=light) for turn in table.setting.turns)
    table.setting = msgspec.structs.replace(table.setting, turns=turns)
    return table


@pytest.mark.rule("X21.1.1.1", "X21.1.2.1")
@pytest.mark.parametrize(("light", "dice"), [("dusk", -3), ("night", -6)])
def test_the_dark_weighs_on_checks(light: str, dice: int) -> None:
    assert sum(rows_of(dark(light, "F1 battalion at 0303 facing N"), "F1").values()) == dice


@pytest.mark.rule("X21.1.1.2", "X21.1.2.2")
@pytest.mark.parametrize(
    ("light", "unit", "points"),
    [
        ("dusk", "cavalry", 14 - 4), ("night", "cavalry", 14 - 6),
        ("dusk", "horse-battery", 12 - 2), ("night", "horse-battery", 12 - 3),
        ("night", "battalion", 6),
    ],
)  # fmt: skip
def test_the_dark_shortens_the_march_of_horse(light: str, unit: str, points: int) -> None:
    how = "limbered" if "battery" in unit else ""
    hand = take_in_hand(dark(light, f"F1 {unit} at 0303 facing S {how}"), "F1")
    assert isinstance(hand, InHand)
    assert hand.allowance == points * 2


@pytest.mark.rule("X21.1.3", "X21.1.2.2")
@pytest.mark.parametrize(("light", "far", "charges"), [("dusk", 5, True), ("night", 2, False)])
def test_sight_and_charges_in_the_dark(light: str, far: int, charges: bool) -> None:
    table = dark(light, "F1 battalion at 0301 facing S")
    assert weather.light(table).charges == charges
    assert sees(table, "F1", 301, 301 + far).clear
    assert not sees(table, "F1", 301, 301 + far + 1).clear
