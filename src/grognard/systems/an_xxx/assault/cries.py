"""The British Huzzah and the charge of the Old Guard (X16.5.14, X16.10.2)."""

from __future__ import annotations

from typing import Final

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.an_xxx.assault.pairs import in_stacks
from grognard.systems.an_xxx.assault.stand import HUZZAH, OLD_GUARD
from grognard.systems.an_xxx.events.assault import CryRaised
from grognard.systems.an_xxx.marks import (
    FIRED_CLOSE,
    OLD_GUARD_CHARGED,
    STORMED,
    fired_close_at,
    stormed_in,
)
from grognard.systems.bataille.command.leaders import leaders_in
from grognard.systems.bataille.events.facts import Marked, Unmarked
from grognard.systems.bataille.pieces import Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table

TRAITS: Final = {HUZZAH: "huzzah", OLD_GUARD: "old_guard"}


def cries_open(table: Table, attackers: tuple[UnitId, ...], target: Hex) -> tuple[str, ...]:
    """The cries that this assault may come on with."""
    stacks = in_stacks(table, attackers)
    found = [HUZZAH] if any(may_cheer(table, stack, target) for stack in stacks) else []
    if any(may_charge(table, stack) for stack in stacks):
        found.append(OLD_GUARD)
    return tuple(found)


@rule("X16.5.14")
def may_cheer(table: Table, stack: tuple[UnitId, ...], target: Hex) -> bool:
    """A British or KGL line that was assaulted this turn, or fired at its target from beside it."""
    if not all(
        TRAITS[HUZZAH] in table.printed(unit).traits
        and table.pieces[unit].formation is Formation.LINE
        for unit in stack
    ):
        return False
    reasons = {stormed_in(table.turn), fired_close_at(target)}
    return any(reasons & set(table.pieces[unit].marks) for unit in stack)


@rule("X16.10.2")
def may_charge(table: Table, stack: tuple[UnitId, ...]) -> bool:
    """Old Guard infantry in good order with a leader, once a battle."""
    return all(
        TRAITS[OLD_GUARD] in table.printed(unit).traits
        and table.pieces[unit].cohesion is Cohesion.GOOD
        and OLD_GUARD_CHARGED not in table.pieces[unit].marks
        for unit in stack
    ) and bool(leaders_in(table, table.pieces[stack[0]].at, table.side_of(stack[0])))


@rule("X16.5.14", "X16.10.2")
def raise_cry(table: Table, attackers: tuple[UnitId, ...], target: Hex, cry: str) -> None:
    """Those who may, cheer or charge; the Old Guard does it no second time."""
    able = [
        unit
        for stack in in_stacks(table, attackers)
        if (may_charge(table, stack) if cry == OLD_GUARD else may_cheer(table, stack, target))
        for unit in stack
    ]
    table.record(CryRaised(target, tuple(able), cry))


@rule("X16.5.14")
def remember_fire(table: Table, side: str) -> None:
    """As its sequence ends: at which hexes beside them lines that may cheer have fired."""
    for unit in table.units_of(side):
        piece = table.pieces[unit]
        if TRAITS[HUZZAH] not in table.printed(unit).traits:
            continue
        for mark in piece.marks:
            if mark.startswith((FIRED_CLOSE, STORMED)):
                table.record(Unmarked(unit, mark))
        for target in dict.fromkeys(table.fired_at.get(unit, ())):
            if any(distance(at, target) == 1 for at in piece.hexes):
                table.record(Marked(unit, fired_close_at(target)))
