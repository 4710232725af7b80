"""Who has won: places held, losses, morale levels counted afresh (rule 43, PR-132, PR-133, PR-170).

A battle names levels of victory, each with conditions that must all be true. Levels of one number
are tested together, the lowest number first; where both sides' levels are true at once the battle
says whether the better morale level takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille.movement.outside import lost_outside, read_away
from grognard.systems.bataille.pieces import Arm, Cohesion, Size, UnitId
from grognard.systems.bataille.setting import Organisation, Setting
from grognard.systems.bataille.table import Table

JUDGED: Final = "judged:"
DRAW: Final = "draw"
"""How the battle stood at an hour is kept among the fates, by the turn that began then."""

SPENT: Final = frozenset(
    {"destroyed", "eliminated", "surrendered", "off-map", "captured", "spiked", "guns"}
)
"""Fates of units lost to their side, guns that lie without a crew among them; one that was replaced
or marched off in order is not."""


class Condition(msgspec.Struct, frozen=True):
    """One thing that must be true. ``count`` 0 asks for every hex of a place, or every unit.

    ``place`` may be a zone or an organisation; ``parts`` are those of which ``any`` or ``none``
    must be true.
    """

    kind: str
    place: str = ""
    count: int = 0
    level: int = 0
    units: tuple[UnitId, ...] = ()
    parts: tuple[Condition, ...] = ()


class Level(msgspec.Struct, frozen=True):
    """A level of victory, judged as a turn begins; 0 is the end of the battle."""

    level: str
    name: str
    side: str
    tested: int
    conditions: tuple[Condition, ...]
    judged: int = 0

    @property
    def places(self) -> tuple[str, ...]:
        """The places that must be held, or must not, each as often as it is asked for."""
        asked = (part for each in self.conditions for part in each.parts or (each,))
        return tuple(part.place for part in asked if part.kind == "holds")


class Verdict(msgspec.Struct, frozen=True):
    """How the battle ended; a draw has no side. ``lines`` explain it."""

    level: str
    name: str
    side: str
    lines: tuple[str, ...]


# --- morale levels ------------------------------------------------------------------------------


@rule("P43.6", "PR-133")
def is_ineffective(table: Table, battalion: UnitId) -> bool:
    """Is this battalion of the order of battle destroyed, surrendered or routed just now?

    A battalion within a regiment shares its fate; one in companies is lost with the last of them
    and routed when more than half of what is left of it runs. Who has not arrived is effective.
    """
    printed = table.printed(battalion)
    if battalion in table.pieces:
        return table.pieces[battalion].cohesion is Cohesion.ROUT
    companies = [part for part in printed.parts if part in table.pieces]
    if companies:
        routed = [unit for unit in companies if table.pieces[unit].cohesion is Cohesion.ROUT]
        return 2 * sum(map(table.strength, routed)) > sum(map(table.strength, companies))
    if printed.regiment in table.pieces:
        return table.pieces[printed.regiment].cohesion is Cohesion.ROUT
    family = (battalion, *printed.parts, printed.regiment)
    return any(_is_lost(table.removed.get(unit, "")) for unit in family if unit)


@rule("PR-133", "PR-170")
def is_spent(fate: str) -> bool:
    """Is a unit of this fate lost to its side with all its men?

    >>> is_spent("surrendered"), is_spent("guns:1002:1:6:"), is_spent("saved:3"), is_spent("")
    (True, True, False, False)
    """
    return fate.partition(":")[0] in SPENT


def _is_lost(fate: str) -> bool:
    """Destroyed, surrendered, run off; or routed outside the map, where it may yet recover."""
    how = read_away(fate)
    return is_spent(fate) or (how is not None and how.cohesion is Cohesion.ROUT)


def battalions_of(table: Table, organisation: Organisation) -> list[UnitId]:
    """The infantry battalions of an organisation, arrived or not, in the order of the roster."""
    return [
        unit
        for unit, printed in table.setting.roster.items()
        if organisation.counts(unit, printed.organisation)
        and printed.arm is Arm.INFANTRY
        and printed.size is Size.BATTALION
    ]


@rule("P43.2", "P43.3", "P43.4", "P43.5", "P43.7", "PR-132")
def level_now(table: Table, organisation: Organisation) -> int:
    """The morale level of an organisation if it were counted at this moment."""
    lost = sum(is_ineffective(table, unit) for unit in battalions_of(table, organisation))
    return sum(lost >= reached for reached in organisation.levels)


@rule("P43.1")
def levels_now(table: Table) -> dict[str, int]:
    """The level of every organisation, counted afresh."""
    return {body.id: level_now(table, body) for body in table.setting.organisations}


def side_level(table: Table, side: str) -> int:
    """The worst level among a side's organisations."""
    bodies = [body for body in table.setting.organisations if body.side == side]
    return max((level_now(table, body) for body in bodies), default=0)


# --- losses -------------------------------------------------------------------------------------


def losses(table: Table, side: str) -> int:
    """Increments that a side has lost: in its ranks, and with units that are gone."""
    roster = table.setting.roster
    standing = sum(table.pieces[unit].lost for unit in table.units_of(side))
    fates = {
        unit: fate
        for unit, fate in table.removed.items()
        if unit in roster and roster[unit].side == side
    }
    gone = sum(roster[unit].increments for unit, fate in fates.items() if is_spent(fate))
    outside = sum(map(lost_outside, fates.values()))
    return standing + gone + outside


# --- the verdict --------------------------------------------------------------------------------


@rule("PR-170")
def held_by(table: Table, place: str, side: str) -> tuple[Hex, ...]:
    """The hexes of a place in which a side was the last to have a unit that did not rout."""
    hexes = table.setting.places[place]
    return tuple(at for at in hexes if table.control.get(at, "") == side)


def levels_judged(setting: Setting, judged: int = 0) -> tuple[Level, ...]:
    """The levels that are judged as a turn begins, or at the end of the battle."""
    return tuple(each for each in setting.victory.get("levels", ()) if each.judged == judged)


def judged_next(table: Table) -> int:
    """The turn as which begins the battle is judged next; 0 at its end."""
    hours = {each.judged for each in table.setting.victory.get("levels", ())}
    return min((hour for hour in hours if hour > table.turn), default=0)


def judged_before(table: Table) -> Iterator[tuple[int, str]]:
    """The turns as which began the battle has been judged, and the name of what was reached."""
    for key, found in table.removed.items():
        if key.startswith(JUDGED):
            yield int(key.removeprefix(JUDGED)), found


def verdict(table: Table, judged: int = 0) -> Verdict:
    """How the battle stands if it is judged now by the aims of its end, or of an hour before."""
    lines: list[str] = []
    levels = levels_judged(table.setting, judged)
    for tested in sorted({level.tested for level in levels}):
        together = [level for level in levels if level.tested == tested]
        true = [level for level in together if _is_true(table, level, lines)]
        if true:
            return _of(table, true, lines)
    lines.append("No level of victory is reached: a draw.")
    return Verdict(DRAW, "Draw", "", tuple(lines))


def _of(table: Table, true: list[Level], lines: list[str]) -> Verdict:
    """The verdict among levels that are true together."""
    sides = list(dict.fromkeys(level.side for level in true))
    best = true[0]
    if len(sides) > 1:
        winner = _by_morale(table, sides, lines)
        if winner is None:
            return Verdict(DRAW, "Draw", "", tuple(lines))
        best = next(level for level in true if level.side == winner)
    lines.append(f"{best.name}.")
    return Verdict(best.level, best.name, best.side, tuple(lines))


@rule("PR-170")
def _by_morale(table: Table, sides: list[str], lines: list[str]) -> str | None:
    """The side with the better morale level, if the battle lets that decide."""
    if table.setting.victory.get("tie", "draw") != "lower_level":
        lines.append("Both sides have reached their aims: a draw.")
        return None
    counted = {side: side_level(table, side) for side in sides}
    told = ", ".join(f"{side} {level}" for side, level in counted.items())
    best = min(counted.values())
    winners = [side for side in sides if counted[side] == best]
    if len(winners) > 1:
        lines.append(f"Both sides have reached their aims at equal morale levels ({told}): a draw.")
        return None
    lines.append(f"Both sides have reached their aims; the better morale level decides ({told}).")
    return winners[0]


def _is_true(table: Table, level: Level, lines: list[str]) -> bool:
    """Are all conditions of a level true? Each is told, until one is not."""
    for condition in level.conditions:
        holds, told = _judged(table, level.side, condition)
        lines.append(f"{level.name}: {told}: {'yes' if holds else 'no'}.")
        if not holds:
            return False
    return True


def is_true(table: Table, side: str, condition: Condition) -> bool:
    return _judged(table, side, condition)[0]


def _judged(table: Table, side: str, condition: Condition) -> tuple[bool, str]:
    """Is a condition true for a side, and on what grounds?"""
    enemy, count = table.setting.enemy(side), condition.count
    if condition.kind == "holds":
        return _place_judged(table, side, condition)
    if condition.parts:
        return _parts_judged(table, side, condition)
    if condition.kind in ("stands_in", "gone"):
        return _units_judged(table, side, condition)
    if condition.kind == "level_of":
        body = next(each for each in table.setting.organisations if each.id == condition.place)
        level = level_now(table, body)
        told = f"{body.name} is at morale level {level}, {condition.level} or worse wanted"
        return level >= condition.level, told
    if condition.kind == "enemy_bodies":
        shaken = shaken_bodies(table, enemy, condition.level)
        of = (
            f"{shaken} bodies of {enemy} at morale level {condition.level} or worse, {count} wanted"
        )
        return shaken >= count, of
    if condition.kind == "enemy_lost":
        lost = losses(table, enemy)
        return lost >= count, f"{enemy} has lost {lost} increments, {count} wanted"
    if condition.kind == "lead":
        own, theirs = losses(table, side), losses(table, enemy)
        told = f"{enemy} has lost {theirs} increments, {side} {own}, a lead of {count} wanted"
        return theirs - own >= count, told
    if condition.kind == "enemy_level":
        level = side_level(table, enemy)
        return level >= count, f"{enemy} is at morale level {level}, {count} or worse wanted"
    level = side_level(table, side)
    return level <= count, f"{side} is at morale level {level}, {count} or better wanted"


def _parts_judged(table: Table, side: str, condition: Condition) -> tuple[bool, str]:
    """Is one of the parts true, or none of them?"""
    wanted = condition.kind == "any"
    found, told = _judged(table, side, condition.parts[0])
    for part in condition.parts[1:]:
        holds, more = _judged(table, side, part)
        found, told = found or holds, f"{told}, or {more}"
    return found is wanted, told if wanted else f"none of these: {told}"


def _place_judged(table: Table, side: str, condition: Condition) -> tuple[bool, str]:
    place = condition.place
    hexes, held = table.setting.places[place], held_by(table, place, side)
    wanted = condition.count or len(hexes)
    which = " ".join(map(name, held)) or "none"
    told = f"{side} holds {len(held)} of {len(hexes)} hexes of {place} ({which}), {wanted} wanted"
    return len(held) >= wanted, told


def shaken_bodies(table: Table, side: str, level: int) -> int:
    """How many bodies of a side are at a morale level or worse."""
    bodies = [each for each in table.setting.organisations if each.side == side]
    return sum(level_now(table, each) >= level for each in bodies)


def lost_of(table: Table, units: tuple[UnitId, ...]) -> int:
    """How many of some units are lost."""
    return sum(_is_lost(table.removed.get(unit, "")) for unit in units)


def standing_in(table: Table, side: str, place: str) -> list[UnitId]:
    """The units of a side that stand in a place or a zone and do not run."""
    setting = table.setting
    hexes = {*setting.places.get(place, ()), *setting.zones.get(place, ())}
    return [
        unit
        for unit in table.units_of(side)
        if not hexes.isdisjoint(table.pieces[unit].hexes)
        and table.pieces[unit].cohesion is not Cohesion.ROUT
    ]


def _units_judged(table: Table, side: str, condition: Condition) -> tuple[bool, str]:
    """Units that stand somewhere, or units that are lost."""
    if condition.kind == "gone":
        wanted = condition.count or len(condition.units)
        lost = lost_of(table, condition.units)
        told = f"{lost} of {len(condition.units)} units are lost, {wanted} wanted"
        return lost >= wanted, told
    wanted, there = condition.count or 1, len(standing_in(table, side, condition.place))
    told = f"{side} has {there} units in {condition.place}, {wanted} wanted"
    return there >= wanted, told
