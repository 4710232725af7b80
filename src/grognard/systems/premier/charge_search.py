"""Whom a charge could strike from where it is: a bounded search over hexes, facings and points.

Enemy reactions are left out of account (PR-113). Turning is limited in each hex, so a node is a
hex and the facing in which it is entered; turns are taken together with the step out. A line in
several hexes is searched pose by pose, and also as the column it may form in its first hex.
"""

from __future__ import annotations

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import SIDES, Hex, Side, distance, opposite
from grognard.systems.bataille.orientation import ALL, FIVE, LINE, THREE
from grognard.systems.bataille.pieces import Formation, Order, Piece, UnitId
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table
from grognard.systems.premier.charge_targets import closed, dares
from grognard.systems.premier.gallop import (
    Gallop,
    after,
    contact,
    half_steps,
    is_upon_enemy,
    leg_from,
    stops,
    straight_ahead,
    turn_limit,
    turn_price,
)
from grognard.systems.premier.march import Leg, formation_on, may_step, step_cost

Costs = dict[UnitId, int]
"""Enemies that can be struck, each with the half points it takes."""

Step = tuple[Side, Hex, int]


@rule("P38.46", "P38.8", "PR-113", "PR-175")
def contactable(table: Table, gallop: Gallop, piece: Piece | None = None) -> Costs:
    """Every enemy the charge can still strike, with the least half points it costs to do so."""
    piece = table.pieces[gallop.lead] if piece is None else piece
    foes = _in_range(table, gallop, piece)
    if not foes:
        return {}
    if len(piece.hexes) == 1:
        return _Search(table, gallop, piece, foes).run()
    found = _by_pose(table, gallop, piece, foes)
    for cost, first, column in _as_columns(table, gallop, piece):
        for foe, more in _Search(table, first, column, foes).run().items():
            found[foe] = min(found.get(foe, cost + more), cost + more)
    return found


def _in_range(table: Table, gallop: Gallop, piece: Piece) -> list[UnitId]:
    """Enemies that are not too far whatever the way."""
    side, reach = table.side_of(gallop.lead), gallop.left // HALVES + len(piece.hexes)
    return [
        foe
        for foe, other in table.pieces.items()
        if table.side_of(foe) != side
        and any(distance(at, there) <= reach + 1 for at in piece.hexes for there in other.hexes)
    ]


# --- units in one hex


class _Search:
    """Dijkstra over hex and facing for a unit in one hex, cut off where no enemy is left to reach."""

    def __init__(self, table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> None:
        self.table, self.gallop, self.piece = table, gallop, piece
        self.points = gallop.left
        self.limit = turn_limit(table, gallop.units)
        self.price = turn_price(table, 1)
        self.fronts = _fronts(table, piece)
        self.prey: dict[Hex, list[tuple[int, UnitId]]] = {}
        for foe in foes:
            self._lay(foe)
        self.away = _distances(table, sorted(self.prey), self.points // HALVES)
        self._steps: dict[Hex, list[Step]] = {}
        self.found: Costs = {}
        self.best: dict[int, int] = {}
        self.waiting: list[list[int]] = [[] for _ in range(self.points + 1)]

    def _lay(self, foe: UnitId) -> None:
        """Note the hexes from which an enemy can be struck, and the front sides it takes."""
        piece, around = self.table.pieces[foe], self.table.setting.ground.around
        loose = piece.formation is Formation.SKIRMISH and piece.order is Order.GOOD
        for at in piece.hexes:
            for side, near in enumerate(around[at]):
                if not near or closed(self.table, near, opposite(side)) is not None:
                    continue
                if is_upon_enemy(self.table, self.gallop.lead, (near,)):
                    continue
                if dares(self.table, self.gallop.units, foe, near):
                    sides = ALL if loose else 1 << opposite(side)
                    self.prey.setdefault(near, []).append((sides, foe))

    def run(self) -> Costs:
        self._start()
        for cost, bucket in enumerate(self.waiting):
            for node in bucket:
                if self.best[node] == cost:
                    self._leave(*divmod(node, 6), cost, self.limit)
        return self.found

    def _start(self) -> None:
        """The first step goes straight ahead; later the unit may have turns left in its hex."""
        at, facing = self.piece.hexes[0], self.piece.facing
        if self.gallop.entered:
            self._leave(at, facing, 0, self.limit - self.gallop.turned, self.gallop.stopped)
            return
        for side, there, price in self._open(at):
            if side in straight_ahead(self.piece):
                self._offer(there, facing, price)

    def _leave(self, at: Hex, facing: int, cost: int, turns: int, halted: bool = False) -> None:
        """Strike from here, or go on, with every turn that is allowed."""
        prey = self.prey.get(at, ())
        onward = [] if halted or stops(self.table, self.gallop.lead, (at,)) else self._open(at)
        for turn in range(-turns, turns + 1):
            total = cost + abs(turn) * self.price
            if total > self.points:
                continue
            faced = (facing + turn) % 6
            front = self.fronts[faced]
            for sides, foe in prey:
                if sides & front and total < self.found.get(foe, self.points + 1):
                    self.found[foe] = total
            for side, there, price in onward:
                if front >> side & 1:
                    self._offer(there, faced, total + price)

    def _offer(self, at: Hex, facing: int, cost: int) -> None:
        if cost > self.points:
            return
        away = self.away.get(at)
        if away is None or cost + HALVES * away > self.points:
            return
        node = at * 6 + facing
        if cost < self.best.get(node, self.points + 1):
            self.best[node] = cost
            self.waiting[cost].append(node)

    def _open(self, at: Hex) -> list[Step]:
        """The steps out of a hex that a charge may make, whatever its facing."""
        known = self._steps.get(at)
        if known is None:
            known = self._steps[at] = _steps(self.table, self.piece, at)
        return known


def _steps(table: Table, piece: Piece, at: Hex) -> list[Step]:
    printed, found = table.printed(piece.id), []
    for side, there in enumerate(table.setting.ground.around[at]):
        if not there:
            continue
        cost = step_cost(table, printed, piece, at, side)
        if not cost or closed(table, at, side) is not None:
            continue
        if may_step(table, printed, piece, at, side) is None:
            if not isinstance(formation_on(table, piece, there), Reason):
                found.append((side, there, cost))
    return found


def _fronts(table: Table, piece: Piece) -> tuple[int, ...]:
    """The front sides by facing, on the open ground of a charge."""
    if piece.formation is Formation.LINE:
        return tuple(facing.front for facing in LINE)
    light = table.printed(piece.id).is_light
    return tuple(facing.front for facing in (FIVE if light else THREE))


def _distances(table: Table, goals: list[Hex], most: int) -> dict[Hex, int]:
    """How many steps at least lie between a hex and the nearest place to strike from."""
    around = table.setting.ground.around
    found = dict.fromkeys(goals, 0)
    edge = goals
    for away in range(1, most + 1):
        reached: list[Hex] = []
        for at in edge:
            for there in around[at]:
                if there and there not in found:
                    found[there] = away
                    reached.append(there)
        edge = reached
    return found


# --- lines in several hexes


def _by_pose(table: Table, gallop: Gallop, piece: Piece, foes: list[UnitId]) -> Costs:
    """Every pose of a line, cheapest first."""
    found: Costs = {}
    near = _beside(table, foes)
    away = _distances(table, near, gallop.left // HALVES)
    start = (piece.hexes, piece.facing, gallop.turned)
    best = {start: 0}
    poses = {start: (gallop, piece)}
    waiting: list[list[tuple[tuple[Hex, ...], int, int]]] = [[] for _ in range(gallop.left + 1)]
    waiting[0].append(start)
    for cost, bucket in enumerate(waiting):
        for key in bucket:
            if best[key] != cost:
                continue
            now, pose = poses[key]
            if now.entered and any(away.get(at) == 0 for at in pose.hexes):
                for foe in foes:
                    if foe not in found and contact(table, now.units, pose, foe) is not None:
                        found[foe] = cost
            for word in _line_words(pose):
                leg = leg_from(table, now, pose, word)
                if not isinstance(leg, Leg):
                    continue
                then, there = after(table, now, pose, leg)
                to = (there.hexes, there.facing, then.turned)
                far = min(away.get(at, gallop.left) for at in there.hexes)
                if cost + leg.cost + HALVES * far > gallop.left:
                    continue
                if cost + leg.cost < best.get(to, gallop.left + 1):
                    best[to], poses[to] = cost + leg.cost, (then, there)
                    waiting[cost + leg.cost].append(to)
    return found


def _beside(table: Table, foes: list[UnitId]) -> list[Hex]:
    """The hexes next to these enemies."""
    around = table.setting.ground.around
    hexes = {there for foe in foes for at in table.pieces[foe].hexes for there in around[at]}
    return sorted(hexes - {0})


def _line_words(piece: Piece) -> tuple[str, ...]:
    ahead = tuple(SIDES[side] for side in straight_ahead(piece))
    return (*ahead, "wheel:left", "wheel:right")


@rule("P37.7", "PR-100")
def _as_columns(table: Table, gallop: Gallop, piece: Piece) -> list[tuple[int, Gallop, Piece]]:
    """The columns a line may form in the first hex of its charge, each with what it has cost."""
    if gallop.entered > 1 or gallop.formed or len(gallop.units) > 1:
        return []
    price = table.setting.cards.points("cavalry_formation_in_charge")
    stages: list[tuple[int, Gallop, Piece]] = []
    if gallop.entered:
        stages.append((0, gallop, piece))
    else:
        for word in _line_words(piece)[:2]:
            leg = leg_from(table, gallop, piece, word)
            if isinstance(leg, Leg):
                stages.append((leg.cost, *after(table, gallop, piece, leg)))
    found = []
    for cost, now, pose in stages:
        if now.left < price:
            continue
        left = tuple(points - price for points in now.points)
        first = msgspec.structs.replace(now, points=left, formed=True, run=())
        for at in pose.hexes:
            for facing in half_steps(pose, Formation.COLUMN):
                column = msgspec.structs.replace(
                    pose, hexes=(at,), facing=facing, formation=Formation.COLUMN, main=0
                )
                found.append((cost + price, first, column))
    return found
