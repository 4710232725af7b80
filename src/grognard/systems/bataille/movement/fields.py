"""Quick searches for units in one hex: the same costs as the reference, many times sooner.

What opens or closes a step does not depend on facing, so it is worked out once for each hex.
Where every turn costs the same point and steps cost whole points, each hex needs only its lowest
cost and the facings that have it: all others cost one turn more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from grognard.kernel import Reason
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.movement.board_fields import BoardField, strides_of
from grognard.systems.bataille.movement.march import (
    InHand,
    formation_on,
    may_meet,
    may_step,
    must_stop,
)
from grognard.systems.bataille.movement.march import turn_cost as cost_of_turn
from grognard.systems.bataille.movement.row_fields import RowField
from grognard.systems.bataille.movement.screens import prices as screen_prices
from grognard.systems.bataille.movement.screens import surcharge
from grognard.systems.bataille.movement.stacking import LOOSE, may_end
from grognard.systems.bataille.orientation import (
    FIVE,
    LINE,
    SIDES_IN,
    SKIRMISH,
    THREE,
    Orientation,
)
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece
from grognard.systems.bataille.setting import mover
from grognard.systems.bataille.table import Table

Pose = tuple[tuple[Hex, ...], int]
Costs = dict[Pose, int]

RIGHT, LEFT = (1, 1, 1, 1, 1, -5), (5, -1, -1, -1, -1, -1)
"""By facing: from six times a hex and the facing to the same with the next facing."""

SHUT = (0, 0, 0, 0, 0, 0)
"""No step out of a hex."""

FAR, BLANK = 255, b"\xff"
"""A cost that is not known, or past all points of a march; as a number and as a byte."""

ANY_SIDE = 63
TURN = 2
"""Half points of a turn in the common case (P18.3)."""


def _fronts(facings: tuple[Orientation, ...]) -> tuple[int, ...]:
    return tuple(facing.front for facing in facings)


def _through(facings: tuple[Orientation, ...]) -> tuple[int, ...]:
    """For each side, the facings (as a mask) to which it is a front side."""
    return tuple(
        sum(1 << facing for facing in range(6) if facings[facing].front >> side & 1)
        for side in range(6)
    )


def quick_costs(table: Table, hand: InHand, start: Piece) -> Costs | None:
    """The cost of every pose the unit can reach and stay in, or None if it is not simple."""
    found = quick_field(table, hand, start)
    return None if found is None else found[0]


def quick_field(table: Table, hand: InHand, start: Piece) -> tuple[Costs, Iterable[Hex]] | None:
    """The same, and every hex that the unit comes to on its way."""
    if start.formation in (Formation.ROAD, Formation.SQUARE, Formation.UNLIMBERED):
        return None
    if hand.left >= FAR or _floods(table):
        return None
    if len(start.hexes) > 1:
        return RowField(table, hand, start).field()
    printed = table.setting.roster[start.id]
    field, turn = _Field(table, hand, start), cost_of_turn(table, printed, 1)
    if field.is_open and turn:
        return field.on_boards()
    if turn == TURN and cost_of_turn(table, printed, 2) == turn:
        return field.flat()
    return field.by_facing(turn)


def _floods(table: Table) -> bool:
    """Are there streams to cross, and do they cost more today? Then nothing is known by heart."""
    return bool(table.setting.ground.hexsides) and bool(weather.stream_points(table))


class _Field:
    """One search: what is known of the hexes, for a unit in one hex."""

    def __init__(self, table: Table, hand: InHand, start: Piece) -> None:
        self.table, self.hand, self.start = table, hand, start
        self.printed, self.origin = table.setting.roster[start.id], start.hexes[0]
        setting, foot = table.setting, self.printed.arm is Arm.INFANTRY
        skirmishes = foot and start.formation is Formation.SKIRMISH
        self._ground = setting.passage["skirmish"] if skirmishes else setting.ways[start.id]
        self._enemy = 1 - setting.index(self.printed.side)
        self._around, self._screens = setting.ground.around, screen_prices(table, start.id)
        loose = start.cohesion is not Cohesion.GOOD or start.formation in LOOSE
        self._simple = loose and not setting.special
        self.is_open = self._simple and not self._screens
        self._mover = "skirmish" if skirmishes else mover(self.printed)
        self._enterable: dict[Hex, bool] = {}
        self._room: dict[str, bool] = {}

    # --- what the hexes allow

    def steps(self, at: Hex) -> Sequence[int]:
        """Half points for the step across each side of a hex, 0 where the unit may not go.

        Nowhere, if a zone of influence has stopped it.
        """
        if self._halts(at):
            return SHUT
        prices, around, stacks = self._ground[at], self._around[at], self.table.stacks
        if self._simple and not self._screens:
            for there in around:
                if there in stacks:
                    break
            else:
                return prices
        return [
            price + (surcharge(self.table, self._screens, at, there) if self._screens else 0)
            if price and self._enters(at, side, there)
            else 0
            for side, (price, there) in enumerate(zip(prices, around, strict=True))
        ]

    def _enters(self, at: Hex, side: int, there: Hex) -> bool:
        """May the unit step into a hex? Only battles with rules of their own mind where from."""
        table = self.table
        if self._simple and there not in table.stacks:
            return True
        found = None if table.setting.special else self._enterable.get(there)
        if found is None:
            found = may_step(table, self.printed, self.start, at, side) is None and not isinstance(
                formation_on(table, self.start, there), Reason
            )
            self._enterable[there] = found
        return found

    def may_rest(self, at: Hex) -> bool:
        """May the unit stay in a hex? Where it stands already it may."""
        table, start = self.table, self.start
        if at == self.origin:
            return True
        if at not in table.stacks and start.formation is not Formation.SKIRMISH:
            if table.setting.ground.terrain[at] == "clear":
                return True
        if at in table.stacks:
            return self._has_room(at)
        terrain = table.setting.ground.terrain[at]
        found = self._room.get(terrain)
        if found is None:  # of an empty hex only the terrain counts
            found = self._room[terrain] = self._has_room(at)
        return found

    def _has_room(self, at: Hex) -> bool:
        formation = formation_on(self.table, self.start, at)
        if isinstance(formation, Reason):
            return False
        there = msgspec.structs.replace(self.start, hexes=(at,), formation=formation)
        return may_end(self.table, there) is None

    def _facings(self) -> tuple[tuple[Orientation, ...], tuple[Orientation, ...]]:
        """Its orientation by facing, on open and on rough ground, which imposes general order."""
        start = self.start
        if start.formation is Formation.LINE:
            return LINE, LINE
        if start.formation is Formation.SKIRMISH:
            return SKIRMISH, SKIRMISH
        if start.formation is Formation.LIMBERED or start.cohesion is Cohesion.DISORDER:
            return THREE, THREE
        return (FIVE, FIVE) if self.printed.is_light else (THREE, FIVE)

    # --- whole boards at once

    def on_boards(self) -> tuple[Costs, Iterable[Hex]]:
        """Nothing bars the unit but those who stand in a hex, and the zones."""
        table, ways = self.table, strides_of(self.table.setting, self._mover)
        field = BoardField(
            table, self.origin, self.hand.left, ways,
            enters=self._meets, halts=self._halts, rests=self.may_rest,
        )  # fmt: skip
        turns = [cost_of_turn(table, self.printed, apart) for apart in range(4)]
        found, hexes = field.costs(self.start.facing, self._facings(), turns)
        del found[self.start.hexes, self.start.facing]
        return found, hexes

    def _meets(self, there: Hex) -> bool:
        return may_meet(self.table, self.printed, self.start, there) is None

    def _halts(self, at: Hex) -> bool:
        """Does a zone of influence keep the unit from going on?"""
        if at == self.origin:
            return self.hand.stopped
        return at in self.table.zones[self._enemy] and must_stop(self.table, self.printed, (at,))

    # --- turns by the point

    def flat(self) -> tuple[Costs, Iterable[Hex]]:
        """Every turn costs one point: a hex needs its lowest cost and the facings that have it."""
        points, origin, rough = self.hand.left, self.origin, self.table.setting.general_order
        ways = tuple(map(_through, self._facings()))
        best, facings = {origin: 0}, {origin: 1 << self.start.facing}
        waiting: list[list[Hex]] = [[] for _ in range(points + 1)]
        waiting[0].append(origin)
        for cost, bucket in enumerate(waiting):
            for at in bucket:
                if best[at] != cost:
                    continue
                through, have = ways[rough[at]], facings[at]
                around = self._around[at]
                for side, price in enumerate(self.steps(at)):
                    arriving, total, there = have & through[side], cost + price, around[side]
                    if not arriving:
                        arriving, total = through[side], total + TURN
                    if total > points or not price:
                        continue
                    known = best.get(there, FAR)
                    if total < known:
                        best[there], facings[there] = total, arriving
                        waiting[total].append(there)
                    elif total == known:
                        facings[there] |= arriving
        return self._flat_poses(best, facings), best

    def _flat_poses(self, best: dict[Hex, int], facings: dict[Hex, int]) -> Costs:
        """The poses of all hexes where the unit may stay, the present one left out."""
        points, found = self.hand.left, Costs()
        for at, cost in best.items():
            if self.may_rest(at):
                hexes, have = (at,), facings[at]
                for facing in range(6):
                    if have >> facing & 1:
                        found[hexes, facing] = cost
                    elif cost + TURN <= points:
                        found[hexes, facing] = cost + TURN
        del found[self.start.hexes, self.start.facing]
        return found

    # --- turns by the hexside

    def by_facing(self, turn: int) -> tuple[Costs, Iterable[Hex]]:  # noqa: C901 - one hot loop
        """Turns are paid by the hexside: each hex and facing has its own cost.

        A unit that has just turned by a hexside need only step across the sides that this has
        brought to its front: to step across the others before it turned comes to the same. So
        ``sides`` keeps for each hex and facing what is worth trying. Where turns cost nothing
        the order of things is not the order of costs, and everything is tried.
        """
        points, rough = self.hand.left, self.table.setting.general_order
        fronts = tuple(map(_fronts, self._facings()))
        size = 6 * self.table.setting.ground.size
        best, sides = bytearray(BLANK * size), bytearray(size)
        first = self.origin * 6 + self.start.facing
        best[first], sides[first] = 0, ANY_SIDE
        waiting: list[list[int]] = [[] for _ in range(points + 1)]
        waiting[0].append(first)
        known: dict[Hex, Sequence[int]] = {}
        for cost, bucket in enumerate(waiting):
            for node in bucket:
                if best[node] != cost:
                    continue
                at, facing = divmod(node, 6)
                prices = known.get(at)
                if prices is None:
                    prices = known[at] = self.steps(at)
                front, around = fronts[rough[at]], self._around[at]
                for side in SIDES_IN[front[facing] & sides[node]]:
                    price = prices[side]
                    total = cost + price
                    if price and total <= points:
                        to = around[side] * 6 + facing
                        if total < best[to]:
                            best[to], sides[to] = total, ANY_SIDE
                            waiting[total].append(to)
                        elif total == best[to]:
                            sides[to] = ANY_SIDE
                total = cost + turn
                if total > points:
                    continue
                for to, faced in (
                    (node + RIGHT[facing], facing - 5),
                    (node + LEFT[facing], facing - 1),
                ):
                    if total < best[to]:
                        best[to] = total
                        sides[to] = front[faced] & ~front[facing] if turn else ANY_SIDE
                        waiting[total].append(to)
                    elif total == best[to]:
                        sides[to] |= front[faced] & ~front[facing] if turn else ANY_SIDE
        return self._poses(known, best), known

    def _poses(self, known: Iterable[Hex], best: bytearray) -> Costs:
        points, found = self.hand.left, Costs()
        for at in known:
            if self.may_rest(at):
                hexes = (at,)
                for facing, cost in enumerate(best[at * 6 : at * 6 + 6]):
                    if cost <= points:
                        found[hexes, facing] = cost
        del found[self.start.hexes, self.start.facing]
        return found
