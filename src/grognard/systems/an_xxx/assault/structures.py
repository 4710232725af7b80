"""Special structures and their gates: who fights there, and through which sides (X16.6.5, X16.6.6)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, name, side_towards
from grognard.systems.an_xxx.supplement import Structure, facts
from grognard.systems.bataille.table import Table


def structure_at(table: Table, at: Hex) -> Structure | None:
    """The special structure that a hex belongs to."""
    for structure in facts(table.setting).structures:
        if at in structure.hexes:
            return structure
    return None


@rule("X16.6.6")
def is_gate(table: Table, at: Hex, target: Hex) -> bool:
    """May a hex be assaulted from another: does a gate lie between, or has it no gates at all?"""
    structure = structure_at(table, target)
    if structure is None or not structure.gates or at in structure.hexes:
        return True
    return (target, side_towards(target, at)) in structure.gates


@rule("X16.6.6")
def walled(table: Table, target: Hex) -> Reason:
    """Why an assault does not reach a hex that has gates elsewhere."""
    return Reason(f"{name(target)} is assaulted through its gates only", "X16.6.6")


@rule("X16.6.5", "X16.6.6")
def room_in(table: Table, target: Hex, hexes: Iterable[Hex]) -> dict[Hex, tuple[Hex, int]] | None:
    """By hex, through which gate its men come and how many of a gate; None without a structure.

    Where a structure has no gates all hexes share the same few places.
    """
    structure = structure_at(table, target)
    if structure is None:
        return None
    most = table.setting.cards.row("assault", "structure_increments")
    if not structure.gates:
        return dict.fromkeys(hexes, (target, most))
    return {at: (at, most if is_gate(table, at, target) else 0) for at in hexes}
