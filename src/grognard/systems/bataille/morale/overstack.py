"""Overfull hexes and entangled arms: the checks of rule 10, and making room (P31.4, P31.5)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Call, Done, Flow, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.bataille.command.leader_escape import clear_way
from grognard.systems.bataille.events.morale import Displaced
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.morale.morale import passage_item
from grognard.systems.bataille.morale.retreat_move import FORMED, close_up, loose_formation
from grognard.systems.bataille.morale.retreat_paths import (
    Threats,
    enemy_distance,
    home_distance,
    home_hexes,
)
from grognard.systems.bataille.morale.retreat_search import Search
from grognard.systems.bataille.movement.march import formation_on
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.setting import mover
from grognard.systems.bataille.table import Table


@rule("P10.4", "PR-18")
def room_for(table: Table, unit: UnitId, at: Hex) -> Hex | None:
    """Where a displaced unit goes: back where it came from, or one step as in a retreat."""
    origin = table.pieces[unit].came_from
    if origin and _goes_back_to(table, unit, at, origin):
        return origin
    threats = Threats(table, table.side_of(unit), at).at_hand()
    search = Search(table, unit, at, threats)
    homes = home_hexes(table.setting, table.printed(unit))
    found = [
        (score, home_distance(homes, there), there)
        for there, score in search.steps(at)
        if search.ends_well(there) and _stand_in(table, unit, there) is not None
    ]
    return min(found)[2] if found else None


def _goes_back_to(table: Table, unit: UnitId, at: Hex, origin: Hex) -> bool:
    """Not if it is closed, full, held by the enemy, or nearer to the nearest enemy."""
    side = side_towards(at, origin)
    costs = table.setting.passage[mover(table.printed(unit))]
    if side is None or not costs[at][side] or table.has_enemy(origin, table.side_of(unit)):
        return False
    here = enemy_distance(table, table.side_of(unit), at)
    there = enemy_distance(table, table.side_of(unit), origin)
    if here is not None and there is not None and there < here:
        return False
    return _stand_in(table, unit, origin) is not None


def _stand_in(table: Table, unit: UnitId, there: Hex) -> Piece | None:
    """How the unit would stand in a hex, or None if it cannot."""
    piece = table.pieces[unit]
    if len(piece.hexes) > 1 or piece.cohesion is not Cohesion.GOOD:
        formation: Formation | Reason = loose_formation(table, unit, there)
    else:
        formation = formation_on(table, piece, there)
    if isinstance(formation, Reason):
        formation = loose_formation(table, unit, there)
    after = msgspec.structs.replace(piece, hexes=(there,), formation=formation, main=0)
    return after if may_end(table, after) is None else None


@rule("P10.4", "P31.5", "PR-18")
def give_way(table: Table, at: Hex, newest: tuple[UnitId, ...]) -> bool:
    """One unit makes room in an overfull hex, if any can: the last to come first.

    ``newest`` names those who came last, the last of all first; the rest are taken from the bottom
    of the stack upward. Guns in battery cannot make room.
    """
    stack = table.stack(at)
    came = [unit for unit in newest if unit in stack]
    for unit in came + [unit for unit in reversed(stack) if unit not in came]:
        if table.pieces[unit].formation is not Formation.UNLIMBERED:
            to = room_for(table, unit, at)
            if to is not None:
                displace(table, unit, at, to)
            return to is not None
    return False


def displace(table: Table, unit: UnitId, at: Hex, to: Hex) -> None:
    """A unit makes room, closing up first if it stands in several hexes."""
    if len(table.pieces[unit].hexes) > 1:
        close_up(table, unit, at)
    after = _stand_in(table, unit, to)
    assert after is not None
    table.record(Displaced(unit, to, after.facing, after.formation))
    clear_way(table, unit, captures=False)


# --- horse and foot passing through each other


@rule("P10.5", "P10.6", "P10.7", "P10.8", "PR-19")
def passage_checks_due(table: Table, unit: UnitId, at: Hex) -> tuple[UnitId, ...]:
    """Who must check because a unit enters a hex: it, and the friends it becomes entangled with.

    Infantry in line or column with cavalry, and the reverse. Skirmishers of either arm and
    squares let everybody through.
    """
    printed, piece = table.printed(unit), table.pieces[unit]
    met = [
        other
        for other in table.stack(at)
        if other != unit and table.side_of(other) == printed.side and _entangles(table, unit, other)
    ]
    return (unit, *met) if met and piece.cohesion is Cohesion.GOOD else ()


def _entangles(table: Table, unit: UnitId, other: UnitId) -> bool:
    arms = {table.printed(unit).arm: unit, table.printed(other).arm: other}
    foot, horse = arms.get(Arm.INFANTRY), arms.get(Arm.CAVALRY)
    if foot is None or horse is None:
        return False
    is_loose = table.pieces[horse].formation is Formation.SKIRMISH
    return table.pieces[foot].formation in FORMED and not is_loose


class PassageChecks(Procedure, tag=True):
    """PR-19: a unit has entered a hex of the other arm; each of them checks once at -6.

    Call it when the unit stands in the hex. Result: may it go on, in good order as before?
    """

    unit: UnitId
    at: Hex

    @step("P10.5", "P10.6", "P10.7", "P10.8", "PR-19")
    def check(self, table: Table) -> Flow:
        due = passage_checks_due(table, self.unit, self.at)
        return Call(Checks(due, "passage", (passage_item(table),))) if due else None

    @step("P10.7", "PR-19")
    def go_on(self, table: Table) -> Flow:
        piece = table.pieces.get(self.unit)
        return Done(
            piece is not None and piece.cohesion is Cohesion.GOOD and self.at in piece.hexes
        )
