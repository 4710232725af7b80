"""Quick searches for units in one hex: the same costs as the reference, many times sooner.

What opens or closes a step does not depend on facing, so it is worked out once for each hexside.
Where every turn costs the same point and steps cost whole points, each hex needs only its lowest
cost and the facings that have it: all others cost one turn more.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.orientation import FIVE, LINE, SKIRMISH, THREE, Orientation
from grognard.systems.bataille.pieces import Arm, Formation, Order, Piece, Printed
from grognard.systems.bataille.table import Table
from grognard.systems.premier.march import InHand, formation_on, may_step, must_stop, step_cost
from grognard.systems.premier.march import turn_cost as cost_of_turn
from grognard.systems.premier.row_fields import RowField
from grognard.systems.premier.screens import surcharge, surcharges
from grognard.systems.premier.stacking import may_end

Pose = tuple[tuple[Hex, ...], int]
Opening = tuple[int, Hex, int]


def _through(facings: tuple[Orientation, ...]) -> tuple[int, ...]:
    """For each side, the facings (as a mask) to which it is a front side."""
    return tuple(
        sum(1 << facing for facing in range(6) if facings[facing].front >> side & 1)
        for side in range(6)
    )


THROUGH_THREE, THROUGH_FIVE = _through(THREE), _through(FIVE)
THROUGH_LINE, THROUGH_SKIRMISH = _through(LINE), _through(SKIRMISH)


def quick_costs(table: Table, hand: InHand, start: Piece) -> dict[Pose, int] | None:
    """The cost of every pose the unit can reach and stay in, or None if it is not simple."""
    if start.formation in (Formation.ROAD, Formation.SQUARE, Formation.UNLIMBERED):
        return None
    if len(start.hexes) > 1:
        return RowField(table, hand, start).costs()
    printed = table.setting.roster[start.id]
    turn = cost_of_turn(table, printed, 1)
    through = _fronts(table, start)
    opened = _openings(table, start)
    if turn == 2 and cost_of_turn(table, printed, 2) == turn:
        found = _flat(table, hand, start, through, opened)
    else:
        found = _by_facing(table, hand, start, through, opened, turn)
    return found


def _fronts(table: Table, start: Piece) -> Callable[[Hex], tuple[int, ...]]:
    """The facings through each side, by hex: ground decides between column and general order."""
    if start.formation is Formation.LINE:
        return lambda at: THROUGH_LINE
    if start.formation is Formation.SKIRMISH:
        return lambda at: THROUGH_SKIRMISH
    if start.formation is Formation.LIMBERED or start.order is Order.DISORDER:
        return lambda at: THROUGH_THREE
    if table.setting.roster[start.id].is_light:
        return lambda at: THROUGH_FIVE
    rough = table.setting.general_order
    return lambda at: THROUGH_FIVE if rough[at] else THROUGH_THREE


def _openings(table: Table, start: Piece) -> Callable[[Hex], list[Opening]]:
    """The steps out of a hex: side, hex entered, half points."""
    printed = table.setting.roster[start.id]
    around = table.setting.ground.around
    enterable: dict[Hex, bool] = {}
    plain = not table.setting.special
    screens = surcharges(table, printed.side) if printed.arm is not Arm.CAVALRY else {}

    def enters(at: Hex, side: int, there: Hex) -> bool:
        if plain and there in enterable:
            return enterable[there]
        found = may_step(table, printed, start, at, side) is None and not isinstance(
            formation_on(table, start, there), Reason
        )
        enterable[there] = found
        return found

    def opened(at: Hex) -> list[Opening]:
        steps = []
        for side, there in enumerate(around[at]):
            if there:
                cost = step_cost(table, printed, start, at, side)
                if cost and screens:
                    cost += surcharge(table, screens, at, there)
                if cost and enters(at, side, there):
                    steps.append((side, there, cost))
        return steps

    return opened


def _flat(
    table: Table,
    hand: InHand,
    start: Piece,
    through: Callable[[Hex], tuple[int, ...]],
    opened: Callable[[Hex], list[Opening]],
) -> dict[Pose, int]:
    """Every turn costs one point: a hex needs its lowest cost and the facings that have it."""
    printed, points, origin = table.setting.roster[start.id], hand.left, start.hexes[0]
    best, facings = {origin: 0}, {origin: 1 << start.facing}
    waiting: list[list[Hex]] = [[] for _ in range(points + 1)]
    waiting[0].append(origin)
    for cost in range(points + 1):
        for at in waiting[cost]:
            if best[at] != cost or _halts(table, hand, printed, at, origin):
                continue
            ways, have = through(at), facings[at]
            for side, there, price in opened(at):
                arriving, total = have & ways[side], cost + price
                if not arriving:
                    arriving, total = ways[side], total + 2
                if total > points:
                    continue
                known = best.get(there)
                if known is None or total < known:
                    best[there], facings[there] = total, arriving
                    waiting[total].append(there)
                elif total == known:
                    facings[there] |= arriving
    found: dict[Pose, int] = {
        ((at,), facing): total
        for at, cost in best.items()
        if at == origin or _may_rest(table, start, at)
        for facing in range(6)
        if (total := cost if facings[at] >> facing & 1 else cost + 2) <= points
    }
    del found[start.hexes, start.facing]
    return found


def _by_facing(
    table: Table,
    hand: InHand,
    start: Piece,
    through: Callable[[Hex], tuple[int, ...]],
    opened: Callable[[Hex], list[Opening]],
    turn: int,
) -> dict[Pose, int]:
    """Turns are paid by the hexside: each hex and facing has its own cost."""
    printed, points, origin = table.setting.roster[start.id], hand.left, start.hexes[0]
    first = origin * 6 + start.facing
    best = {first: 0}
    waiting: list[list[int]] = [[] for _ in range(points + 1)]
    waiting[0].append(first)
    steps: dict[Hex, list[Opening]] = {}
    for cost in range(points + 1):
        for node in waiting[cost]:
            if best[node] != cost:
                continue
            at, facing = divmod(node, 6)
            if at not in steps:
                halts = _halts(table, hand, printed, at, origin)
                steps[at] = [] if halts else opened(at)
            ways = through(at)
            for side, there, price in steps[at]:
                if ways[side] >> facing & 1:
                    _offer(best, waiting, there * 6 + facing, cost + price, points)
            _offer(best, waiting, at * 6 + (facing + 1) % 6, cost + turn, points)
            _offer(best, waiting, at * 6 + (facing + 5) % 6, cost + turn, points)
    rests: dict[Hex, bool] = {origin: True}
    found: dict[Pose, int] = {}
    for node, cost in best.items():
        at, facing = divmod(node, 6)
        if at not in rests:
            rests[at] = _may_rest(table, start, at)
        if rests[at]:
            found[(at,), facing] = cost
    found.pop((start.hexes, start.facing))
    return found


def _offer(
    best: dict[int, int], waiting: list[list[int]], node: int, cost: int, points: int
) -> None:
    if cost <= points and cost < best.get(node, points + 1):
        best[node] = cost
        waiting[cost].append(node)


def _halts(table: Table, hand: InHand, printed: Printed, at: Hex, origin: Hex) -> bool:
    if at == origin:
        return hand.stopped
    return must_stop(table, printed, (at,))


def _may_rest(table: Table, start: Piece, at: Hex) -> bool:
    if at not in table.stacks and start.formation is not Formation.SKIRMISH:
        terrain = table.setting.ground.terrain[at]
        if terrain == "clear":
            return True
    formation = formation_on(table, start, at)
    if isinstance(formation, Reason):
        return False
    piece = msgspec.structs.replace(start, hexes=(at,), formation=formation)
    return may_end(table, piece) is None
