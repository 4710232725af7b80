"""Special rules of a battle, as named switches that the rules of movement consult (P46.2).

A scenario turns a switch on by naming it among its special rules. ``may_order`` asks whether a
unit may be ordered at all, ``may_take`` whether it may go into a formation, ``may_step`` whether
it may enter the next hex, ``may_reorganise`` whether its counter may be exchanged, ``may_stack``
whether allies may stay together. Each answer is a reason against, or None.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from grognard.kernel import Call, Done, Flow, Item, Procedure, Reason, Roll, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.events.movement import Wavered
from grognard.systems.bataille.marks import ALERT, CONTACT, HELD, OPP_CHARGED, REACTED, STUNNED
from grognard.systems.bataille.movement import pace
from grognard.systems.bataille.pieces import Arms, Formation, Forms, LeaderPrinted, Printed, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

SURPRISE: Final = "surprise"
"""Hagelberg: on the first turn the French foot and guns outside Luebnitz only change facing."""

LANDWEHR_DRILL: Final = "landwehr_drill"
"""Hagelberg: Landwehr infantry does not form line."""

LANDWEHR_STUNNED: Final = "landwehr_stunned"
"""Hagelberg: Landwehr hit by gun fire may shrink from advancing in its next movement."""

CHARGE_NERVES: Final = "french_charge_nerves"
"""Hagelberg: French foot and guns near horse that has just charged may lose their nerve."""

NATIONS: Final = "nations"
"""Hagelberg: Prussians and Russians do not stack; leaders help only their own nation."""

SURPRISED_SIDE: Final = "french"
SURPRISED_TURN: Final = 1
ALERT_PLACE: Final = "Luebnitz"
NERVOUS_SIDE: Final = "french"
WITH_PRUSSIANS: Final = "with-prussians"
"""A trait: lent to the Prussians, one of them for stacking and leaders (battle rule)."""


def may_order(table: Table, unit: UnitId) -> Reason | None:
    """May the unit be ordered in this segment? A surprised square has not even a facing."""
    if table.pieces[unit].formation is Forms.SQUARE and is_surprised(table, unit):
        return _only_facing(table, unit)
    return None


def may_take(table: Table, unit: UnitId, formation: Formation) -> Reason | None:
    """May the unit go into this formation by order?"""
    special, piece = table.setting.special, table.pieces.get(unit)
    if piece is not None and piece.marks:
        forced = pace.may_form(table.printed(unit), piece)
        if forced is not None:
            return forced
    if SURPRISE in special and is_surprised(table, unit):
        return _only_facing(table, unit)
    if CHARGE_NERVES in special and piece is not None:
        foe = unnerved_by(table, unit)
        if foe is not None:
            return _keeps_formation(table, unit, foe)
    if LANDWEHR_DRILL in special and formation is Forms.LINE:
        return _no_line(table.printed(unit))
    return None


def may_step(table: Table, unit: UnitId, origin: Hex, there: Hex) -> Reason | None:
    """May the unit go from one hex into the next by order?"""
    special = table.setting.special
    if SURPRISE in special and is_surprised(table, unit):
        return _only_facing(table, unit)
    if LANDWEHR_STUNNED in special and HELD in table.pieces[unit].marks:
        return _no_nearer(table, unit, origin, there)
    return None


def may_reorganise(table: Table, unit: UnitId) -> Reason | None:
    """May the unit be broken down or put together by order?"""
    return _only_facing(table, unit) if is_surprised(table, unit) else None


# --- surprise


@rule("P46.2")
def is_surprised(table: Table, unit: UnitId) -> bool:
    """Is the unit held by the surprise of the first turn? Cavalry never is.

    It counts where a unit stands when its order begins; who then marches off stays free.
    """
    if SURPRISE not in table.setting.special or table.turn != SURPRISED_TURN:
        return False
    printed, piece = table.setting.roster[unit], table.pieces.get(unit)
    if piece is None or printed.side != SURPRISED_SIDE or printed.arm is Arms.CAVALRY:
        return False
    if ALERT in piece.marks:
        return False
    places = table.setting.places.get(ALERT_PLACE, ())
    return not any(distance(at, place) <= 1 for at in piece.hexes for place in places)


@rule("P46.2")
def note_alert(table: Table, unit: UnitId) -> None:
    """An order begins: remember that no surprise holds the unit, wherever the order leads it."""
    printed = table.setting.roster[unit]
    if SURPRISE in table.setting.special and table.turn == SURPRISED_TURN:
        if printed.side == SURPRISED_SIDE and printed.arm is not Arms.CAVALRY:
            if not is_surprised(table, unit):
                table.record(Marked(unit, ALERT))


def _only_facing(table: Table, unit: UnitId) -> Reason:
    return Reason(f"{table.printed(unit).name} is surprised and only changes facing", "P46.2")


# --- Landwehr


def is_landwehr(printed: Printed) -> bool:
    return printed.arm is Arms.INFANTRY and "landwehr" in printed.traits


@rule("P46.2")
def _no_line(printed: Printed) -> Reason | None:
    if is_landwehr(printed):
        return Reason(f"{printed.name} is Landwehr and not drilled to form line", "P46.2")
    return None


@rule("P46.2")
def is_stunned_by(table: Table, unit: UnitId, *, artillery: bool) -> bool:
    """Does a loss in this fire attack stun the unit until its next movement?"""
    return (
        artillery
        and LANDWEHR_STUNNED in table.setting.special
        and is_landwehr(table.setting.roster[unit])
    )


@rule("P46.2")
def _no_nearer(table: Table, unit: UnitId, origin: Hex, there: Hex) -> Reason | None:
    enemy = table.setting.enemy(table.side_of(unit))
    foes = [at for foe in table.units_of(enemy) for at in table.pieces[foe].hexes]
    if not foes:
        return None
    if min(distance(there, foe) for foe in foes) < min(distance(origin, foe) for foe in foes):
        return Reason(
            f"{table.printed(unit).name} wavers: {name(there)} is nearer to the enemy", "P46.2"
        )
    return None


class Waver(Procedure, tag=True):
    """A stunned Landwehr battalion is ordered to move: one die, and on an odd number it wavers.

    Result: did it waver?
    """

    unit: UnitId

    @step("P46.2")
    def roll(self, table: Table) -> Flow:
        return Roll("d6", "stunned", self.unit)

    @step("P46.2")
    def odd_or_even(self, table: Table, dice: tuple[int, ...]) -> Flow:
        (die,) = dice
        wavers = die % 2 == 1
        table.record(Wavered(self.unit, die, wavers))
        table.record(Unmarked(self.unit, STUNNED))
        if wavers:
            table.record(Marked(self.unit, HELD))
        return Done(wavers)


def waver_before_moving(table: Table, unit: UnitId) -> Call | None:
    """The roll due when the unit is first ordered to move, if any."""
    if STUNNED in table.pieces[unit].marks and LANDWEHR_STUNNED in table.setting.special:
        return Call(Waver(unit))
    return None


# --- nerves


@rule("P46.2")
def unnerved_by(table: Table, unit: UnitId) -> UnitId | None:
    """The enemy horse whose reaction or opportunity charge in this player turn unnerves the unit.

    It stands in that horse's zone; the unit that the charge itself struck is exempt.
    """
    printed = table.setting.roster[unit]
    if CHARGE_NERVES not in table.setting.special or printed.side != NERVOUS_SIDE:
        return None
    if printed.arm is Arms.CAVALRY:
        return None
    piece, enemy = table.pieces[unit], table.setting.enemy(printed.side)
    for at in piece.hexes:
        for foe in table.zone_over(at, enemy):
            marks = table.pieces[foe].marks
            if REACTED in marks or OPP_CHARGED in marks:
                if CONTACT + foe not in piece.marks:
                    return foe
    return None


def _keeps_formation(table: Table, unit: UnitId, foe: UnitId) -> Reason:
    name_of, horse = table.printed(unit).name, table.printed(foe).name
    return Reason(f"{name_of} keeps its formation in the zone of {horse}, who charged", "P46.2")


# --- allied nations


@rule("P46.2")
@lru_cache(maxsize=1024)
def nation_of(setting: Setting, unit: UnitId) -> str:
    """The nation a unit counts with: those that keep to themselves, or all others of its side.

    A unit lent to a body of another nation counts with that body.
    """
    printed = setting.roster[unit]
    if WITH_PRUSSIANS in printed.traits:
        return "prussian"
    if printed.organisation:
        body = [p for p in setting.roster.values() if p.organisation == printed.organisation]
        return Counter(_nation(setting, p.nation, p.side) for p in body).most_common(1)[0][0]
    return _nation(setting, printed.nation, printed.side)


def _nation(setting: Setting, nation: str, side: str) -> str:
    alone = setting.cards.keyed("national-infantry", "may_not_stack").rows
    return nation.lower() if nation.lower() in alone else side


@rule("P46.2")
def may_stack(table: Table, unit: UnitId, others: Iterable[UnitId]) -> Reason | None:
    """May the unit stay with these friends, for all that they are of another nation?"""
    if NATIONS not in table.setting.special:
        return None
    own = nation_of(table.setting, unit)
    for other in others:
        if nation_of(table.setting, other) != own:
            return Reason(f"{table.printed(other).name} is of another nation", "P46.2")
    return None


def are_mixed(table: Table, at: Hex) -> bool:
    """Do units of nations that keep apart stand in one hex?"""
    stack = table.stack(at)
    return bool(stack) and may_stack(table, stack[0], stack[1:]) is not None


@rule("P46.2")
def mixed_item(table: Table) -> Item:
    """What the confusion of allies in one hex takes from their dice."""
    dice = table.setting.cards.morale_modifier("mixed_coalition_stack")
    return Item(dice, "allies of two nations in one hex", "P46.2")


@rule("P46.2")
def helps(table: Table, leader: LeaderPrinted, unit: UnitId) -> bool:
    """May a leader's bonus help the unit, for all its nation? A unit lent to his allies, too."""
    setting = table.setting
    if NATIONS not in setting.special:
        return True
    printed = setting.roster[unit]
    his = _nation(setting, leader.nation, leader.side)
    return his in (nation_of(setting, unit), _nation(setting, printed.nation, printed.side))
