"""Forced marches (rule 44): a division tries to go twice as far, battalion by battalion.

It is ordered before any other movement. Every battalion of the division that can, must try; each
turn in a row makes the check harder. Who fails stands still, and nothing worse happens to him.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations

from grognard.kernel import Call, Done, Flow, Goto, Item, Procedure, Reason, rule, step
from grognard.systems.bataille import special
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.command.command_actions import ForceMarch
from grognard.systems.bataille.events.command import ForceMarchTried
from grognard.systems.bataille.events.facts import Unmarked
from grognard.systems.bataille.marks import ATTEMPTS, FOOTSORE, FORCE_MARCH
from grognard.systems.bataille.morale.checks import CheckMorale
from grognard.systems.bataille.movement import march, pace
from grognard.systems.bataille.movement.pace import MARCHING_ORDER
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Size, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

LEAST_BATTALIONS = 3
"""Where a battle names no divisions, the smallest body with so many battalions is one (PR-171)."""


# --- divisions


@rule("P44.2", "PR-171")
@lru_cache(maxsize=64)
def divisions(setting: Setting) -> Mapping[str, tuple[UnitId, ...]]:
    """The bodies that may force march: those the battle names, or the smallest large enough."""
    if setting.divisions:
        return setting.divisions
    brigades: Mapping[UnitId, str] = getattr(setting, "brigades", {})
    small = _bodies(setting, brigades)
    large = _bodies(setting, {unit: p.organisation for unit, p in setting.roster.items()})
    kept = {body: units for body, units in small.items() if _is_large_enough(setting, units)}
    named = {unit for units in kept.values() for unit in units}
    for body, units in large.items():
        rest = tuple(unit for unit in units if unit not in named)
        if _is_large_enough(setting, rest):
            kept[body] = rest
    return kept


def _bodies(setting: Setting, names: Mapping[UnitId, str]) -> dict[str, tuple[UnitId, ...]]:
    """Units by the body they serve in, named by one word, in the order of the roster."""
    bodies: dict[str, tuple[UnitId, ...]] = {}
    for unit in setting.roster:
        body = names.get(unit, "").replace(" ", "-")
        if body:
            bodies[body] = (*bodies.get(body, ()), unit)
    return bodies


def _is_large_enough(setting: Setting, units: tuple[UnitId, ...]) -> bool:
    roster = setting.roster
    foot = [unit for unit in units if roster[unit].arm is Arm.INFANTRY]
    battalions = [unit for unit in foot if roster[unit].size is Size.BATTALION]
    return len(battalions) >= LEAST_BATTALIONS


# --- who tries


@rule("P44.1", "P44.12", "PR-134")
def may_try(table: Table, unit: UnitId) -> Reason | None:
    """Why a unit is not one of those who try: horse, disorder, a shaken body, no movement."""
    printed, piece = table.printed(unit), table.pieces.get(unit)
    if piece is None:
        return Reason(f"{printed.name} is not on the map", "P44.1")
    if printed.arm is Arm.CAVALRY:
        return Reason("cavalry does not force march", "P44.12")
    if piece.cohesion is not Cohesion.GOOD:
        return Reason(f"{printed.name} is not in good order", "P44.1")
    if table.levels.get(printed.organisation, 0):
        return Reason(f"the body of {printed.name} is not at morale level 0", "P44.1")
    used = march.used_up(printed, piece)
    if used is not None:
        return used
    if special.is_surprised(table, unit):
        return Reason(f"{printed.name} is surprised and does not march", "P46.2")
    return None


@rule("P44.3", "PR-134")
def must_try(table: Table, division: str) -> tuple[UnitId, ...]:
    """The infantry of a division that tries, all of it, once one battalion does."""
    return tuple(
        unit
        for unit in divisions(table.setting).get(division, ())
        if table.printed(unit).arm is Arm.INFANTRY and may_try(table, unit) is None
    )


@rule("P44.11")
def guns_of(table: Table, division: str) -> tuple[UnitId, ...]:
    """The limbered batteries attached to a division, which may go along."""
    return tuple(
        unit
        for unit in divisions(table.setting).get(division, ())
        if table.printed(unit).arm is Arm.ARTILLERY
        and may_try(table, unit) is None
        and table.pieces[unit].formation in (Formation.LIMBERED, Formation.ROAD)
    )


@rule("P44.1", "P44.2", "P44.3", "P44.11")
def may_force_march(table: Table, side: str, order: ForceMarch) -> Reason | None:
    """The reason against ordering a division on a forced march."""
    units = divisions(table.setting).get(order.division, ())
    if not units or table.side_of(units[0]) != side:
        return Reason(f"{order.division} is no division of this side", "P44.2")
    if not weather.light(table).forced_march:
        return Reason("nobody force marches at night", "P46.1")
    if has_tried(table, units):
        return Reason(f"{order.division} has tried in this turn", "P44.4")
    foot = must_try(table, order.division)
    if not any(table.pieces[unit].formation in MARCHING_ORDER for unit in foot):
        text = f"no infantry of {order.division} stands in column or Road March, in good order"
        return Reason(f"{text}, at level 0", "P44.1")
    for unit in foot:
        if table.printed(unit).size is Size.REGIMENT:
            return Reason(f"{table.printed(unit).name} must break down first", "P44.3")
    able = guns_of(table, order.division)
    for gun in order.guns:
        if gun not in able:
            return Reason(f"{gun} is no limbered battery of {order.division}", "P44.11")
    if list(order.guns) != sorted(set(order.guns)):
        return Reason("name each battery once, in order", "P44.11")
    return None


def has_tried(table: Table, units: tuple[UnitId, ...]) -> bool:
    """Has somebody of these tried since his side's sequence began?"""
    tried = (FORCE_MARCH, FOOTSORE)
    pieces = [table.pieces[unit] for unit in units if unit in table.pieces]
    return any(mark in tried for piece in pieces for mark in piece.marks)


def has_begun(table: Table, side: str) -> bool:
    """Has a division of this side tried in this turn? Then no counters are exchanged any more."""
    return has_tried(table, tuple(table.units_of(side)))


def force_marches(table: Table, side: str) -> Iterator[ForceMarch]:
    """Every forced march the side may order, in canonical order."""
    for division in sorted(divisions(table.setting)):
        if may_force_march(table, side, ForceMarch(division)) is None:
            guns = sorted(guns_of(table, division))
            for count in range(len(guns) + 1):
                for some in combinations(guns, count):
                    yield ForceMarch(division, some)


# --- trying


@rule("P44.4", "P44.10", "PR-134")
def attempt_item(table: Table, unit: UnitId) -> Item:
    """What the attempt takes from the dice: six, and six more for each turn before in a row."""
    attempt = pace.attempts(table.pieces[unit]) + 1
    dice = attempt * table.setting.cards.morale_modifier("forced_march_1")
    return Item(dice, f"forced march, turn {attempt} in a row", "P44.10")


class ForceMarchOrder(Procedure, tag=True):
    """P44.3: the infantry of a division tries, one battalion after the other, then its guns."""

    division: str
    guns: tuple[UnitId, ...] = ()
    units: tuple[UnitId, ...] = ()
    current: UnitId = ""

    @step("P44.2", "P44.3", "P44.11")
    def designate(self, table: Table) -> Flow:
        self.units = (*must_try(table, self.division), *self.guns)
        return None

    @step("P44.4", "P44.10", "P31.13", "PR-134")
    def check(self, table: Table) -> Flow:
        if not self.units:
            return Done()
        self.current, self.units = self.units[0], self.units[1:]
        return Call(CheckMorale(self.current, FORCE_MARCH, (attempt_item(table, self.current),)))

    @step("P44.5", "P44.6", "PR-134")
    def go_or_stay(self, table: Table, passed: bool) -> Flow:
        """Failure shakes nobody: neither the unit nor those who stand with it."""
        piece = table.pieces[self.current]
        attempt = pace.attempts(piece) + 1
        kept = [mark for mark in piece.marks if not mark.startswith(ATTEMPTS)]
        now = {*kept, f"{ATTEMPTS}{attempt}", FORCE_MARCH if passed else FOOTSORE}
        table.record(ForceMarchTried(self.current, attempt, passed, tuple(sorted(now))))
        return Goto("check")


@rule("P44.8", "P44.10", "PR-134", "PR-135")
def rest(table: Table, side: str) -> None:
    """As its sequence begins a side's forced marches are over.

    Who tried in the turn before keeps the count of his attempts; everybody else begins anew.
    """
    for unit in table.units_of(side):
        marks = table.pieces[unit].marks
        tried = FORCE_MARCH in marks or FOOTSORE in marks
        for mark in marks:
            if mark in (FORCE_MARCH, FOOTSORE) or (mark.startswith(ATTEMPTS) and not tried):
                table.record(Unmarked(unit, mark))
