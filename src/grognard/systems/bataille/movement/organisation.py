"""Regiments, battalions, companies: breaking down and putting together again (rule 6).

The owner may exchange counters at the start of his movement segment, for nothing. A regiment that
has lost too many breaks down whether he likes it or not, once the attack is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from grognard.kernel import Ask, Call, Choices, Done, Flow, Goto, Procedure, Reason, rule, step
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.events.movement import BrokeDown, Recombined
from grognard.systems.bataille.movement import stacking
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, Size, UnitId
from grognard.systems.bataille.table import Table

CLOSED = (Formation.COLUMN, Formation.GENERAL)
"""Formations in which counters may be exchanged; lines and skirmishers must close first (PR-10)."""


@rule("P6.4", "P6.7", "P6.12")
def parts_of(table: Table, unit: UnitId) -> tuple[UnitId, ...]:
    """The counters that the order of battle gives in place of this one (P6.4, P6.7, P6.12)."""
    printed = table.printed(unit)
    if printed.arm is not Arm.INFANTRY:
        return ()
    return tuple(part for part in printed.parts if part in table.setting.roster)


# --- when losses force it


@rule("P6.9", "PR-08")
def threshold(table: Table, unit: UnitId) -> int:
    """The losses at which a regiment must break down: half its strength, or one battalion."""
    half = -(-table.printed(unit).increments // 2)
    battalion = min(table.printed(part).increments for part in parts_of(table, unit))
    trigger = table.setting.options.get("breakdown_trigger", "either")
    if trigger == "half_only":
        return half
    return battalion if trigger == "battalion_only" else min(half, battalion)


@rule("P6.9", "PR-08")
def must_break_down(table: Table, unit: UnitId) -> bool:
    """Have its losses become too many for one counter?"""
    if unit not in table.pieces or table.printed(unit).size is not Size.REGIMENT:
        return False
    if not parts_of(table, unit):
        return False
    return table.pieces[unit].lost >= threshold(table, unit)


# --- sharing out losses


@rule("PR-09")
def dealt(table: Table, unit: UnitId) -> tuple[tuple[int, ...], int]:
    """The losses each part takes for certain, and how many the owner still has to place.

    Even: the same number each, as far as the smaller ones can bear it. Concentrated: the owner
    places them all, on one part after the other.
    """
    sizes = [table.printed(part).increments for part in parts_of(table, unit)]
    left = min(table.pieces[unit].lost, sum(sizes))
    taken = [0] * len(sizes)
    if is_concentrated(table):
        return tuple(taken), left
    while open_parts := [index for index, size in enumerate(sizes) if taken[index] < size]:
        if left < len(open_parts):
            break
        for index in open_parts:
            taken[index] += 1
        left -= len(open_parts)
    return tuple(taken), left


def is_concentrated(table: Table) -> bool:
    """Do losses fall on one part after the other, instead of evenly? (an option of PR-09)"""
    return table.setting.options.get("breakdown_losses") == "concentrate"


class BreakDown(Procedure, tag=True):
    """P6.9: a counter is replaced by its parts, which share its losses evenly.

    The owner says who bears what cannot be divided. The parts stand in column or general order in
    the hex of the unit, in its state and facing, and must fit there. Result: the parts.
    """

    unit: UnitId
    forced: bool = True
    taken: tuple[int, ...] = ()
    left: int = -1
    picked: tuple[UnitId, ...] = ()

    @step("P6.9", "PR-09")
    def deal(self, table: Table) -> Flow:
        if self.left < 0:
            self.taken, self.left = dealt(table, self.unit)
        if self.left == 0:
            return Goto("replace")
        bearers = self._bearers(table)
        if len(bearers) == 1 or (self.left >= len(bearers) and not is_concentrated(table)):
            self._bear(table, bearers)
            return Goto("deal")
        return None

    @step("PR-09")
    def ask_bearer(self, table: Table) -> Flow:
        choices = Choices([Pick(part) for part in sorted(self._bearers(table))], "PR-09")
        return Ask(table.side_of(self.unit), choices, "breakdown-loss")

    @step("PR-09")
    def bear(self, table: Table, answer: Pick) -> Flow:
        self._bear(table, (answer.choice,))
        return Goto("deal")

    @step("P6.5", "P6.6", "P6.9", "PR-08")
    def replace(self, table: Table) -> Flow:
        parts = parts_of(table, self.unit)
        at = table.pieces[self.unit].at
        pieces, lost = broken_down(table, self.unit, self.taken)
        table.record(BrokeDown(self.unit, pieces, lost, self.forced))
        self.picked = tuple(part for part in parts if part not in lost)
        return Call(table.setting.reglement.settle(at))

    @step("P6.9")
    def report(self, table: Table) -> Flow:
        return Done(self.picked)

    def _bearers(self, table: Table) -> tuple[UnitId, ...]:
        """The parts that can bear one more loss and were not picked for one yet."""
        return tuple(
            part
            for part, taken in zip(parts_of(table, self.unit), self.taken, strict=True)
            if part not in self.picked and taken < table.printed(part).increments
        )

    def _bear(self, table: Table, bearers: Sequence[UnitId]) -> None:
        """Each of the bearers takes one loss, or where they are concentrated all it can."""
        taken = list(self.taken)
        for index, part in enumerate(parts_of(table, self.unit)):
            if part in bearers:
                most = table.printed(part).increments - taken[index]
                more = min(most if is_concentrated(table) else 1, self.left)
                taken[index] += more
                self.left -= more
        self.taken, self.picked = tuple(taken), (*self.picked, *bearers)


def broken_down(
    table: Table, unit: UnitId, losses: Sequence[int]
) -> tuple[tuple[Piece, ...], tuple[UnitId, ...]]:
    """The parts as they stand in place of the unit, and those that have nobody left."""
    piece = table.pieces[unit]
    at = piece.at
    formation = Formation.GENERAL if table.setting.general_order[at] else Formation.COLUMN
    pieces, gone = [], []
    for part, lost in zip(parts_of(table, unit), losses, strict=True):
        if lost >= table.printed(part).increments:
            gone.append(part)
            continue
        # A vertex facing becomes the hexside to its left, which has the same number.
        changes = {"id": part, "hexes": (at,), "formation": formation, "main": 0, "lost": lost}
        pieces.append(msgspec.structs.replace(piece, **changes))
    return tuple(pieces), tuple(gone)


# --- by order, at the start of the movement segment


@rule("P6.4", "P6.5", "P6.6", "P6.8", "P6.12", "PR-10")
def may_split(table: Table, unit: UnitId) -> Reason | None:
    """Reasons against replacing a unit by its parts."""
    piece, printed = table.pieces[unit], table.printed(unit)
    if printed.arm is Arm.CAVALRY:
        return Reason("cavalry never breaks down", "P6.12")
    parts = parts_of(table, unit)
    if not parts:
        return Reason(f"there are no counters to replace {printed.name}", "P6.7")
    if piece.cohesion is Cohesion.ROUT:
        return Reason(f"{printed.name} is routed and takes no orders", "P30.8")
    if piece.formation not in CLOSED:
        return Reason(f"{printed.name} must close into column first", "PR-10")
    against = special.may_reorganise(table, unit)
    if against is not None:
        return against
    pieces, _ = broken_down(table, unit, _any_deal(table, unit))
    friends = [table.pieces[other] for other in table.stack(piece.at) if other != unit]
    return stacking.holds(table, piece.at, [*friends, *pieces])


def _any_deal(table: Table, unit: UnitId) -> tuple[int, ...]:
    """The certain losses of each part, the rest put where most men are left."""
    taken, left = dealt(table, unit)
    sizes = [table.printed(part).increments for part in parts_of(table, unit)]
    losses = list(taken)
    for _ in range(left):
        index = max(range(len(sizes)), key=lambda i: (sizes[i] - losses[i], -i))
        losses[index] += 1
    return tuple(losses)


@rule("P6.4", "P6.5", "P6.8", "P6.12", "PR-10")
def may_join(table: Table, unit: UnitId) -> Reason | None:
    """Reasons against replacing the parts of a unit by its own counter."""
    printed = table.printed(unit)
    if table.setting.options.get("allow_reform", "on") == "off":
        return Reason("counters once broken down stay so at this table", "PR-10")
    if printed.arm is Arm.CAVALRY:
        return Reason("squadrons never combine", "P6.12")
    if unit in table.pieces:
        return Reason(f"{printed.name} is on the map already", "P6.5")
    living = living_parts(table, unit)
    if isinstance(living, Reason):
        return living
    first = table.pieces[living[0]]
    against = _differ(table, first, [table.pieces[part] for part in living])
    if against is not None:
        return against
    joined = recombined(table, unit, living)
    if printed.size is Size.REGIMENT and joined.lost >= threshold(table, unit):
        return Reason(f"{printed.name} has lost too many to fight as one", "P6.9")
    against = special.may_reorganise(table, living[0])
    if against is not None:
        return against
    rest = [table.pieces[other] for other in table.stack(first.at) if other not in living]
    return stacking.holds(table, first.at, [*rest, joined])


def living_parts(table: Table, unit: UnitId) -> tuple[UnitId, ...] | Reason:
    """The parts of a unit that are still on the map, all of which must be."""
    parts = parts_of(table, unit)
    living = tuple(part for part in parts if part in table.pieces)
    if not living:
        return Reason(f"no part of {table.printed(unit).name} is on the map", "P6.5")
    for part in parts:
        if part not in table.pieces and table.removed.get(part, "replaced") == "replaced":
            return Reason(f"{table.printed(part).name} is not on the map", "PR-10")
    return living


def _differ(table: Table, first: Piece, pieces: Sequence[Piece]) -> Reason | None:
    for piece in pieces:
        name = table.printed(piece.id).name
        if piece.cohesion is not Cohesion.GOOD:
            return Reason(f"{name} is not in good order", "PR-10")
        if piece.formation not in CLOSED:
            return Reason(f"{name} must close into column first", "PR-10")
        if (piece.hexes, piece.facing) != (first.hexes, first.facing):
            return Reason(f"{name} must stand in the same hex with the same facing", "PR-10")
    return None


def recombined(table: Table, unit: UnitId, living: Sequence[UnitId]) -> Piece:
    """The counter that takes the place of its living parts: their losses add up."""
    first = table.pieces[living[0]]
    left = sum(table.strength(part) for part in living)
    marks = sorted({mark for part in living for mark in table.pieces[part].marks})
    lost = table.printed(unit).increments - left
    return msgspec.structs.replace(first, id=unit, lost=max(0, lost), marks=tuple(marks))


def splits(table: Table, side: str, but_not: Sequence[UnitId] = ()) -> Iterator[UnitId]:
    """The units of a side that may be replaced by their parts now."""
    for unit in table.units_of(side):
        if parts_of(table, unit) and unit not in but_not and may_split(table, unit) is None:
            yield unit


def joins(table: Table, side: str, but_not: Sequence[UnitId] = ()) -> Iterator[UnitId]:
    """The counters of a side that may take the place of their parts now."""
    for unit, printed in table.setting.roster.items():
        if printed.side != side or not printed.parts or unit in table.pieces:
            continue
        if not any(part in but_not for part in printed.parts) and may_join(table, unit) is None:
            yield unit


class Recombine(Procedure, tag=True):
    """PR-10: the parts of a unit in one hex are replaced by its own counter."""

    unit: UnitId

    @step("P6.5", "P6.8", "PR-10")
    def replace(self, table: Table) -> Flow:
        living = living_parts(table, self.unit)
        if isinstance(living, tuple):
            table.record(Recombined(recombined(table, self.unit, living), living))
        return Done(self.unit)
