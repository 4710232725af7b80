"""Naming charges (X19.2.2): single ones, combined ones, and the Grand Charge with its leader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import ClassVar, Final

from grognard.kernel import MalformedAction, Reason, rule
from grognard.mechanics.boards import hexes_and_around
from grognard.mechanics.commands import Bent
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.an_xxx.horse.figures import charge_zone
from grognard.systems.an_xxx.marks import is_grand
from grognard.systems.bataille.actions import Command, Finish, read_hex
from grognard.systems.bataille.command.leaders import has_cavalry_bonus, is_fit
from grognard.systems.bataille.horse.charge import able_to_charge, against_charge
from grognard.systems.bataille.horse.charge_actions import Charge
from grognard.systems.bataille.horse.charge_search import contactable, near
from grognard.systems.bataille.horse.charge_targets import may_charge
from grognard.systems.bataille.horse.gallop import charge_of
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import LeaderId, UnitId
from grognard.systems.bataille.table import HexMask, Table


class Combine(Command, frozen=True, order=True, tag="combine"):
    """Charge one hex together from several (X19.2.11)."""

    target: Hex
    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "combine"
    bent: ClassVar[Bent | None] = Bent.CHARGE

    def words(self) -> list[str]:
        return [name(self.target), *self.units]

    @classmethod
    def read(cls, words: list[str]) -> Combine:
        if len(words) < 3:
            raise MalformedAction("combine needs a hex and two units, as in: combine 0807 F1 F2")
        return cls(read_hex(words[0]), tuple(words[1:]))


class Grand(Command, frozen=True, order=True, tag="grand"):
    """A leader of special ability leads a Grand Charge (X19.16.1)."""

    leader: LeaderId
    units: tuple[UnitId, ...]
    verb: ClassVar[str] = "grand"
    bent: ClassVar[Bent | None] = Bent.CHARGE

    def words(self) -> list[str]:
        return [self.leader, *self.units]

    @classmethod
    def read(cls, words: list[str]) -> Grand:
        if len(words) < 2:
            raise MalformedAction("grand needs a leader and units, as in: grand LF1 F1 F2 F3")
        return cls(words[0], tuple(words[1:]))


Declared = Charge | Combine | Grand | Finish

BEYOND: Final = 3
"""So many hexes beyond its zone are looked at: the enemy struck, his other hexes, and his zone."""


@rule("X19.2.2", "X19.2.11", "X19.16.1")
def against(table: Table, side: str, named: Sequence[UnitId], order: Declared) -> Reason | None:
    """What speaks against naming this charge."""
    if isinstance(order, Combine):
        return against_combined(table, side, named, order)
    if isinstance(order, Grand):
        return against_grand(table, side, named, order)
    return against_charge(table, side, named, order)


def _against_each(
    table: Table, side: str, named: Sequence[UnitId], units: Sequence[UnitId]
) -> Reason | None:
    if list(units) != sorted(set(units)):
        return Reason("name each unit once, in order", "X19.2.11")
    for unit in units:
        barred = not_ours(table, unit, side, "P2.6", absent="P45.9")
        if barred is None and unit in named:
            barred = Reason(f"{table.printed(unit).name} is named to charge already", "P38.1")
        barred = barred or may_charge(table, unit)
        if barred is not None:
            return barred
    return None


@rule("X19.2.11")
def against_combined(
    table: Table, side: str, named: Sequence[UnitId], order: Combine
) -> Reason | None:
    """Two or more chargers who can all strike somebody in one hex."""
    if len(order.units) < 2:
        return Reason("a combined charge takes two units at least", "X19.2.11")
    if not table.has_enemy(order.target, side):
        return Reason(f"no enemy stands in {name(order.target)}", "X19.2.11")
    barred = _against_each(table, side, named, order.units)
    if barred is not None:
        return barred
    there = [foe for foe in table.stack(order.target) if table.side_of(foe) != side]
    for unit in order.units:
        if not any(foe in struck_by(table, unit) for foe in there):
            who = table.printed(unit).name
            return Reason(f"{who} cannot strike anybody in {name(order.target)}", "X19.2.11")
    return None


def struck_by(table: Table, unit: UnitId) -> Mapping[UnitId, int]:
    """Whom a unit can strike in a charge, kept until something changes where it might ride."""

    def make() -> tuple[Mapping[UnitId, int], HexMask]:
        far = charge_zone(table, (unit,)) + BEYOND
        hexes = hexes_and_around(table.pieces[unit].hexes, far, table.setting.ground.size)
        return contactable(table, charge_of(table, (unit,))), hexes

    return table.kept("struck-by", unit, table.turn, make)


def combined(table: Table, side: str, named: Sequence[UnitId]) -> Iterator[Combine]:
    """For each hex that several can strike: all of them."""
    able = [unit for unit in able_to_charge(table, side) if unit not in named]
    if len(able) > 1:
        pieces = table.pieces
        before = _by_hex(table, able, lambda u: near(table, charge_of(table, (u,)), pieces[u]))
        able = [unit for unit in able if any(unit in units for units in before.values())]
        for at, units in sorted(_by_hex(table, able, partial(struck_by, table)).items()):
            yield Combine(at, tuple(sorted(units)))


def _by_hex(
    table: Table, riders: Sequence[UnitId], prey: Callable[[UnitId], Iterable[UnitId]]
) -> dict[Hex, list[UnitId]]:
    """The hexes of those who are prey to several, with all who may have them."""
    found: dict[Hex, list[UnitId]] = {}
    for unit in riders:
        for at in {table.pieces[foe].hexes[0] for foe in prey(unit)}:
            found.setdefault(at, []).append(unit)
    return {at: units for at, units in found.items() if len(units) > 1}


# --- the Grand Charge


@rule("X19.16.1")
def grand_leaders(table: Table, side: str) -> tuple[LeaderId, ...]:
    """Leaders of special ability with horse in command, on the map and fit."""
    held = table.setting.leaders
    return tuple(
        leader
        for leader in sorted(table.leaders)
        if held[leader].side == side
        and held[leader].special_ability
        and has_cavalry_bonus(table, leader)
        and is_fit(table, leader)
    )


@rule("X19.16.1", "X19.16.3")
def against_grand(table: Table, side: str, named: Sequence[UnitId], order: Grand) -> Reason | None:
    """Enough Ready units near one such leader, one Grand Charge a side a turn."""
    cards = table.setting.cards
    if any(is_grand(table.pieces[unit].marks) for unit in table.units_of(side)):
        return Reason("one Grand Charge a turn", "X19.16.1")
    if order.leader not in grand_leaders(table, side):
        return Reason("a leader of horse of special ability leads a Grand Charge", "X19.16.1")
    if len(order.units) < cards.row("zones", "grand_units"):
        return Reason("a Grand Charge takes three units at least", "X19.16.1")
    barred = _against_each(table, side, named, order.units)
    if barred is not None:
        return barred
    for unit in order.units:
        if not _is_at_hand(table, order.leader, unit):
            who = table.printed(unit).name
            return Reason(f"{who} is too far from its leader", "X19.16.1")
    return None


def _is_at_hand(table: Table, leader: LeaderId, unit: UnitId) -> bool:
    near: int = table.setting.cards.row("zones", "grand_leader_at")
    where = table.leaders[leader]
    return any(distance(where, at) <= near for at in table.pieces[unit].hexes)


def grand(table: Table, side: str, named: Sequence[UnitId]) -> Iterator[Grand]:
    """For each leader who can: all his horse, or all but one of it."""
    for leader in grand_leaders(table, side):
        able = [
            unit
            for unit in able_to_charge(table, side)
            if unit not in named and _is_at_hand(table, leader, unit)
        ]
        least: int = table.setting.cards.row("zones", "grand_units")
        for count in range(max(least, len(able) - 1), len(able) + 1):
            for units in combinations(sorted(able), count):
                order = Grand(leader, units)
                if against_grand(table, side, named, order) is None:
                    yield order


DECLARATIONS: tuple[type[Command], ...] = (Combine, Grand)
"""The orders of this chapter, for the list of verbs."""
