"""The marks of a contact in Premier: both units name the other and must fight (rules 37-40)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import rule
from grognard.mechanics.hexes import side_towards
from grognard.systems.bataille.horse.contact_states import mark
from grognard.systems.bataille.horse.contacts import make_contact
from grognard.systems.bataille.marks import MET, RUN, STOOD, UNRECALLED
from grognard.systems.bataille.pieces import Arm, Cohesion, UnitId
from grognard.systems.bataille.table import Table


@rule("P39.17", "P40.14", "PR-120")
def still_touch(table: Table, one: UnitId, other: UnitId) -> bool:
    """Can the two still fight: both there, neither routed, in neighbouring hexes or one?"""
    if one not in table.pieces or other not in table.pieces:
        return False
    here, there = table.pieces[one], table.pieces[other]
    if here.cohesion is Cohesion.ROUT or (
        there.cohesion is Cohesion.ROUT and UNRECALLED not in here.marks
    ):
        return False  # P42.4: unrecalled horse fights even the runaways it has caught
    return any(
        at == foe or side_towards(at, foe) is not None for at in here.hexes for foe in there.hexes
    )


@rule("P37.11", "P38.14", "P38.18", "P38.30", "P38.34", "PR-103", "PR-177")
def join_battle(
    table: Table,
    chargers: Sequence[UnitId],
    foes: Sequence[UnitId],
    *,
    run: bool = False,
    bound: bool = False,
    stood: bool = False,
) -> None:
    """Lay the markers of a contact: who met, who ran straight, who stood, who must fight."""
    bound = bound or table.setting.options.get("charge_must_melee") == "on"
    foes = [foe for foe in foes if foe in table.pieces]
    for unit in chargers:
        mark(table, unit, MET)
        if run and _counts_double(table, foes):
            mark(table, unit, RUN)
        for foe in foes if bound else ():
            make_contact(table, unit, foe)
    for foe in foes if stood else ():
        if table.printed(foe).arm is not Arm.CAVALRY:
            mark(table, foe, STOOD)


def _counts_double(table: Table, foes: Sequence[UnitId]) -> bool:
    if table.setting.options.get("charge_bonus_vs_infantry") != "morale_only":
        return True
    return any(table.printed(foe).arm is Arm.CAVALRY for foe in foes)


@rule("P37.11", "P38.14", "P42.5")
def ran_straight(table: Table, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """Those of the attackers who come out of a straight run: their value counts double."""
    return tuple(unit for unit in units if RUN in table.pieces[unit].marks)
