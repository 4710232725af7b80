"""What the benchmarks measure of La Bataille Premier."""

from __future__ import annotations

from typing import Final

from grognard.desks.measures import Costs, Measures, Workbench
from grognard.systems.bataille.fire.sight import outlook
from grognard.systems.bataille.movement import formations
from grognard.systems.bataille.movement.fields import quick_field
from grognard.systems.bataille.movement.march import InHand, take_in_hand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.movement.words import slow_costs
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table
from grognard.systems.premier.packs import build


def moves(table: Table) -> int:
    """Every pose each unit can march to with its cost, and every change of formation."""
    found = 0
    for unit in table.pieces:
        hand = take_in_hand(table, unit)
        if isinstance(hand, InHand):
            found += len(Marches(table, hand).costs) + len(formations.kept_changes(table, hand))
    return found


def paths(table: Table) -> int:
    """The same as orders that could be given."""
    found = 0
    for unit in table.pieces:
        hand = take_in_hand(table, unit)
        if isinstance(hand, InHand):
            ways = sum(1 for _ in Marches(table, hand))
            found += ways + len(formations.kept_changes(table, hand))
    return found


def twice(table: Table, unit: UnitId) -> tuple[Costs, Costs] | None:
    """The poses that a unit can reach by the fast path, and by the plain one."""
    hand = take_in_hand(table, unit)
    if not isinstance(hand, InHand):
        return None
    fast = quick_field(table, hand)
    return None if fast is None else (fast.costs, slow_costs(table, hand))


MEASURES: Final = Measures(
    decisions=("hagelberg",),
    turns=(("hagelberg", 3),),
    battles=(("dennewitz-ney", 1),),
    quick="village",
    served=("hagelberg", "duel"),
    workbench=Workbench(
        fixture=build,
        moves=moves,
        paths=paths,
        twice=twice,
        outlook=lambda setting: outlook(setting.ground, setting.cards),
        passage=lambda setting: setting.passage["infantry"],
        point=HALVES,
    ),
)
