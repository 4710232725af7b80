"""Special rules of a battle: one file for each, turned on and given its parameters by the pack (P46.2).

``may_order`` asks whether a unit may be ordered at all, ``may_take`` whether it may go into a
formation, ``may_step`` whether it may enter the next hex, ``may_reorganise`` whether its counter may
be exchanged. Each answer is a reason against, or None.
"""

from __future__ import annotations

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.marks import HELD
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.pieces import Formation, Forms, UnitId
from grognard.systems.bataille.special.landwehr import (
    LANDWEHR_DRILL,
    LANDWEHR_STUNNED,
    is_stunned_by,
    no_line,
    no_nearer,
    no_square,
    waver_before_moving,
)
from grognard.systems.bataille.special.nations import are_mixed, helps, may_stack, mixed_item
from grognard.systems.bataille.special.nerves import CHARGE_NERVES, keeps_formation, unnerved_by
from grognard.systems.bataille.special.surprise import (
    SURPRISE,
    is_surprised,
    note_alert,
    only_facing,
)
from grognard.systems.bataille.table import Table

__all__ = [
    "CHARGE_NERVES", "are_mixed", "helps", "is_stunned_by",
    "is_surprised", "may_order", "may_reorganise", "may_stack", "may_step", "may_take", "minds_steps",
    "mixed_item", "no_square", "note_alert", "unnerved_by", "waver_before_moving",
]  # fmt: skip


def may_order(table: Table, unit: UnitId) -> Reason | None:
    """May the unit be ordered in this segment? A surprised square has not even a facing."""
    if table.pieces[unit].formation is Forms.SQUARE and is_surprised(table, unit):
        return only_facing(table, unit)
    return None


def may_take(table: Table, unit: UnitId, formation: Formation) -> Reason | None:
    """May the unit go into this formation by order?"""
    special, piece = table.setting.special, table.pieces.get(unit)
    if piece is not None and piece.marks:
        forced = pace.may_form(table.printed(unit), piece)
        if forced is not None:
            return forced
    if SURPRISE in special and is_surprised(table, unit):
        return only_facing(table, unit)
    if CHARGE_NERVES in special and piece is not None:
        foe = unnerved_by(table, unit)
        if foe is not None:
            return keeps_formation(table, unit, foe)
    if LANDWEHR_DRILL in special and formation is Forms.LINE:
        return no_line(table.printed(unit))
    return None


def may_step(table: Table, unit: UnitId, origin: Hex, there: Hex) -> Reason | None:
    """May the unit go from one hex into the next by order?"""
    special = table.setting.special
    if SURPRISE in special and is_surprised(table, unit):
        return only_facing(table, unit)
    if LANDWEHR_STUNNED in special and HELD in table.pieces[unit].marks:
        return no_nearer(table, unit, origin, there)
    return None


def minds_steps(table: Table, unit: UnitId) -> bool:
    """Do the rules of the battle look at every step that the unit would make now?"""
    return HELD in table.pieces[unit].marks or is_surprised(table, unit)


def may_reorganise(table: Table, unit: UnitId) -> Reason | None:
    """May the unit be broken down or put together by order?"""
    return only_facing(table, unit) if is_surprised(table, unit) else None
