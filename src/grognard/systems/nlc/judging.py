"""What judges of orders share: who is named, whether he acts now, and that one may be done."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from grognard.kernel import Action, Judged, Reason, rule
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Finish
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table


def or_done(
    judge: Callable[[Any], Reason | None], candidates: Iterable[Action], kind: type[Action]
) -> Judged:
    """Orders of one kind under a judge, or nothing more of them."""

    def bar(said: Any) -> Reason | None:
        return None if isinstance(said, Finish) else judge(said)

    return Judged(bar, chain(candidates, (Finish(),)), kind, Finish)


def bar_to_naming(table: Table, side: SideId, unit: UnitId, clause: str) -> Reason | None:
    """Only units of one's own that are on the map are told anything."""
    if unit not in table.pieces or table.side_of(unit) != side:
        return Reason(f"{unit} is not one of your units on the map", clause)
    return None


@rule("N2.1.2", "N20.1.1.2", "N20.7.1")
def bar_to_acting(table: Table, side: SideId, unit: UnitId, clause: str) -> Reason | None:
    """Why a unit has no part in this stage."""
    barred = bar_to_naming(table, side, unit, clause)
    if barred is not None:
        return barred
    if table.under[unit] not in table.active:
        return Reason(f"the formation of {table.printed(unit).name} does not act now", "N2.1.2")
    if table.under[unit] in table.hidden:
        return Reason(f"{table.printed(unit).name} is on a hidden march", "N20.1.1.2")
    if table.pieces[unit].has(Mark.SPENT):
        return Reason(f"{table.printed(unit).name} has acted under the chief's own hand", "N20.7.1")
    return None


def bar_to_group(table: Table, units: tuple[UnitId, ...], clause: str) -> Reason | None:
    """Units that act as one stand in one hex, and are named in the order of their ids."""
    if not set.intersection(*(set(table.pieces[unit].hexes) for unit in units)):
        return Reason("only units of one stack act together", clause)
    if list(units) != sorted(units):
        return Reason("the units of a stack are named in the order of their ids", clause)
    return None


def hex_named(table: Table, choice: str) -> Hex:
    """The hex of the map that a choice names, or 0."""
    at = int(choice) if choice.isdecimal() and len(choice) == 4 else 0
    return at if table.setting.ground.on_map(at) else 0
