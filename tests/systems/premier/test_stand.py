"""Standing against a charge: every line of charts 19 (P38.17)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from grognard.systems.bataille.events.morale import MoraleChecked
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.stand import StandCheck, stand_items
from tests.systems.premier.charges import OPEN, horse, lancers
from tests.systems.premier.kit import (
    COALITION,
    Unit,
    battalion,
    battery,
    begin,
    d66,
    events,
    field,
    light,
    play,
)


def items(table: Table, unit: str = "F1") -> Mapping[str, int]:
    return {item.reason: item.amount for item in stand_items(table, unit, ("C1",))}


def facing(unit: Unit, **setting: Any) -> Table:
    """Light cavalry in 0508, the unit in 0509."""
    return field(OPEN, horse("C1", "0508"), unit, phasing=COALITION, **setting)


@pytest.mark.rule("P38.17", "P31.6")
@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (battalion("F1", "0509", "N"), {}),
        (battalion("F1", "0509", "S"), {"charged through the rear": -6}),
        (battalion("F1", "0509", "SE"), {"charged through the flank": -12}),
        (battalion("F1", "0509", "NNE", "line"), {"in line": +3}),
        (battalion("F1", "0509", "N", "square"), {"in square": +6}),
        (battalion("F1", "0509", "N", order="disorder"), {"disordered": -6}),
        (battalion("F1", "0509", "N", order="rout"), {"routed": -12}),
        (battalion("F1", "0509", "N", lost=4), {"more than half lost": -6}),
        (battalion("F1", "0509", "N", lost=3), {}),
        (light("F1", "0509", "NNE", "skirmish", increments=3), {"in skirmish order": -12}),
        (battalion("F1", "0509", "N", marks=("force-march",)), {"on a forced march": -12}),
        (battery("F1", "0509", "N", "limbered"), {}),
    ],
)
def test_what_the_state_of_the_unit_does_to_its_dice(unit: Unit, expected: dict[str, int]) -> None:
    assert items(facing(unit)) == expected


@pytest.mark.rule("P38.17", "P35.11")
def test_lances_and_heavy_horses_are_harder_to_stand_against() -> None:
    foot = battalion("F1", "0509", "N")
    lance = field(OPEN, lancers("C1", "0508"), foot)
    assert items(lance) == {"the chargers have lances": -6}
    heavy = field(OPEN, horse("C1", "0508", movement=11), foot)
    assert items(heavy) == {"the chargers are heavy cavalry": -3}
    wet = field(OPEN, lancers("C1", "0508"), foot, weather="heavy_rain")
    assert items(wet) == {"the chargers have lances": -9}


@pytest.mark.rule("P38.17")
def test_slopes_and_streams_on_the_way_help_the_unit() -> None:
    foot = battalion("F1", "0509", "N")
    levels = ["0" * 9] * 8 + ["1" * 9] * 12
    assert items(facing(foot, levels=levels)) == {"across a slope": +3}
    wet = {("0508", "S"): "stream"}
    assert items(facing(foot, hexsides=wet)) == {"across a stream": +6}


@pytest.mark.rule("P38.17", "P43.8")
@pytest.mark.parametrize(("level", "dice"), [(1, -3), (2, -6), (3, -9)])
def test_the_morale_level_counts_by_its_own_figures(level: int, dice: int) -> None:
    table = facing(battalion("F1", "0509", "N", organisation="girard"))
    table.levels = {"girard": level}
    assert items(table) == {f"morale level {level}": dice}


@pytest.mark.rule("P38.17")
def test_a_table_may_have_squares_stand_better() -> None:
    import msgspec

    from grognard.systems.premier.cards import cards

    table = facing(battalion("F1", "0509", "N", "square"))
    deck = cards(frozenset({("carre_stand_bonus", "12")}))
    table.setting = msgspec.structs.replace(table.setting, cards=deck)
    assert items(table) == {"in square": +12}


@pytest.mark.rule("P31.6", "P38.17")
@pytest.mark.parametrize(("dice", "passed"), [(32, False), (33, True)])
def test_the_dice_must_exceed_the_morale_value(dice: int, passed: bool) -> None:
    state = begin(facing(battalion("F1", "0509", "N", morale=32)), StandCheck("F1", ("C1",)))
    state = play(state, d66(dice))
    (checked,) = events(state, MoraleChecked)
    assert (checked.occasion, checked.passed) == ("stand", passed)


@pytest.mark.rule("P40.8", "PR-103")
def test_opportunity_charges_use_the_same_account() -> None:
    table = field(OPEN, lancers("C1", "0508"), battalion("F1", "0509", "SE"))
    state = play(begin(table, StandCheck("F1", ("C1",), True)), d66(66))
    (checked,) = events(state, MoraleChecked)
    assert checked.account.total == -12 - 6
