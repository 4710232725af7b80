"""Where units in one hex can march: the same as the reference of ``words``, many times sooner.

What opens or closes a step is the ground, those who stand in a hex, and zones; none of it depends on
facing. So whole boards march at once, and the rules are asked about single hexes where they matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache

import msgspec

from grognard.kernel import Reason
from grognard.mechanics.boards import Board, board_of, hexes_in
from grognard.mechanics.hexes import STEPS, Hex
from grognard.mechanics.search import first_ways
from grognard.mechanics.sweep import Country, Fronts, Sweep, approach
from grognard.systems.bataille import special
from grognard.systems.bataille.movement.country import crossed_by
from grognard.systems.bataille.movement.march import (
    ROWS,
    InHand,
    formation_on,
    may_meet,
    must_stop,
    turn_cost,
)
from grognard.systems.bataille.movement.row_fields import RowField
from grognard.systems.bataille.movement.screens import both, dear_hexes
from grognard.systems.bataille.movement.stacking import LOOSE, may_end
from grognard.systems.bataille.movement.words import (
    RANK,
    SIDE_FACES,
    SINGLE,
    VERTEX_FACES,
    Costs,
    Field,
    Pose,
    WordField,
    in_words,
)
from grognard.systems.bataille.orientation import FIVE, LINE, SKIRMISH, THREE, Orientation
from grognard.systems.bataille.pieces import FILES, Cohesion, Formation, Piece, Printed
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table


def field_of(table: Table, hand: InHand) -> Field:
    """Where the unit in hand can march."""
    return quick_field(table, hand) or WordField(table, hand)


def quick_field(table: Table, hand: InHand) -> Field | None:
    """The same by whole boards or rows; None where there is no quicker way than word by word."""
    start = table.pieces[hand.unit]
    if start.formation in SINGLE or start.formation in FILES:
        return None
    if table.setting.special and special.minds_steps(table, hand.unit):
        return None
    closed = table.setting.reglement.closed
    if closed is not None and closed(table):
        return None
    if len(start.hexes) > 1:
        return RowField(table, hand)
    more = table.setting.reglement.every_other
    if more is not None and more(table, table.setting.roster[hand.unit], start):
        return None
    return HexField(table, hand)


# --- the ground


@lru_cache(maxsize=64)
def ground_shut(setting: Setting, formation: Formation) -> Board:
    """The hexes in which no unit can be in this formation in good order (see ``formation_on``)."""
    ground, stands = setting.ground, setting.stands[formation]
    return board_of((at for at in ground.hexes if not stands[at]), ground.size)


def shut_to(setting: Setting, piece: Piece) -> Board:
    """The hexes that the ground closes to the formation of a unit."""
    if piece.cohesion is not Cohesion.GOOD or piece.formation in LOOSE:
        return 0
    return ground_shut(setting, piece.formation)


def _fronts(on_open: tuple[Orientation, ...], on_rough: tuple[Orientation, ...]) -> Fronts:
    return tuple((one.front, other.front) for one, other in zip(on_open, on_rough, strict=True))


IN_LINE, SKIRMISHING = _fronts(LINE, LINE), _fronts(SKIRMISH, SKIRMISH)
ALL_BUT_REAR, AHEAD = _fronts(FIVE, FIVE), _fronts(THREE, THREE)
COLUMN = _fronts(THREE, FIVE)
"""Rough ground imposes general order, with its wider front."""


def fronts_of(printed: Printed, piece: Piece) -> Fronts:
    """The front sides of a unit in one hex, by facing."""
    if piece.formation is Formation.LINE:
        return IN_LINE
    if piece.formation is Formation.SKIRMISH:
        return SKIRMISHING
    if piece.formation is Formation.LIMBERED or piece.cohesion is Cohesion.DISORDER:
        return AHEAD
    return ALL_BUT_REAR if printed.is_light else COLUMN


def covered(table: Table, enemy: int) -> Board:
    """The hexes in the zones of a side, given by its index."""
    size = table.setting.ground.size
    return table.derived(("covered", enemy), lambda: board_of(table.zones[enemy], size))


# --- the search


class HexField:
    """One march, of a unit in one hex."""

    def __init__(self, table: Table, hand: InHand) -> None:
        self.table, self.hand, self.start = table, hand, table.pieces[hand.unit]
        self.printed, self.origin = table.setting.roster[hand.unit], self.start.hexes[0]
        self._room: dict[str, bool] = {}

    @cached_property
    def _bends(self) -> list[tuple[int, int]]:
        turns = [turn_cost(self.table, self.printed, apart) for apart in range(4)]
        return [(turn, turns[min(turn, 6 - turn)] if turn else 0) for turn in range(6)]

    @cached_property
    def _layers(self) -> list[tuple[int, int, Board]]:
        return list(self._sweep.layers(self._meets, self._halts))

    @cached_property
    def hexes(self) -> list[Hex]:
        """Every hex it comes to."""
        reached = 0
        for _, _, board in self._layers:
            reached |= board
        return [at + self._sweep.base for at in hexes_in(reached)]

    def beside(self, target: Hex) -> Iterator[Pose]:
        """The poses that it may keep next to a hex, sought that way and no further than is asked."""
        for _, faced, board, ring in self._towards(target):
            for at in hexes_in(board & ring):
                pose = (at + self._sweep.base,), faced
                if pose != (self.start.hexes, self.start.facing) and self._may_rest(pose[0][0]):
                    yield pose

    def _towards(self, target: Hex) -> Iterator[tuple[int, int, Board, Board]]:
        """The layers of hexes from which it may come next to a hex, and the ring about that."""
        within = approach(self._country, target, self.hand.left).within[: self.hand.left + 1]
        if within[-1] >> self.origin & 1:
            hopeful = list(map(self._sweep.window.seen, within))
            for layer in self._sweep.layers(self._meets, self._halts, hopeful):
                yield *layer, hopeful[0]

    @cached_property
    def _country(self) -> Country:
        return crossed_by(self.table, self.printed, self.start)

    @cached_property
    def _sweep(self) -> Sweep:
        table, start, points = self.table, self.start, self.hand.left
        setting, here = table.setting, 1 << self.origin
        fronts, dear = fronts_of(self.printed, start), dear_hexes(table, start.id)
        window, onward = self._country.about(self.origin, points, fronts, dear, both(table))
        zones = covered(table, 1 - setting.index(self.printed.side))
        sweep = Sweep(
            window, onward, points, self._bends,
            unsure=(table.held[0] | table.held[1]) & ~here, watched=zones | here,
            shut=shut_to(setting, start),
        )  # fmt: skip
        for turn, price in self._bends:
            sweep.leave(self.origin, (start.facing + turn) % 6, price)
        return sweep

    def _meets(self, there: Hex) -> bool:
        return may_meet(self.table, self.printed, self.start, there) is None

    def _halts(self, at: Hex) -> bool:
        """Does a zone of influence keep the unit from going on?"""
        if at == self.origin:
            return self.hand.stopped
        return must_stop(self.table, self.printed, (at,))

    @cached_property
    def costs(self) -> Costs:
        """What each pose costs in the hexes where the unit may stay, the present one left out."""
        base = self._sweep.base
        places = {at - base: (at,) for at in self.hexes if self._may_rest(at)}
        rest = board_of(places, 1 + max(places))
        costs: Costs = {}
        for cost, faced, board in self._layers:
            for at in hexes_in(board & rest):
                costs[places[at], faced] = cost
        del costs[self.start.hexes, self.start.facing]
        return costs

    def _may_rest(self, at: Hex) -> bool:
        """May the unit stay in a hex? Where it stands already it may."""
        if at == self.origin:
            return True
        terrain = self.table.setting.ground.terrain[at]
        if at in self.table.stacks:
            return self._has_room(at)
        if terrain == "clear" and self.start.formation is not Formation.SKIRMISH:
            return True
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

    # --- the way back

    def ways_beside(self, target: Hex, wanted: Collection[Pose]) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to some of the poses that are beside a hex."""
        missing, layers, most = {(pose[0][0], pose[1]) for pose in wanted}, [], 0
        for cost, facing, board, ring in self._towards(target):
            if not missing and cost > most:
                break
            layers.append((cost, facing, board))
            near = {(at + self._sweep.base, facing) for at in hexes_in(board & ring)}
            if missing & near:
                missing, most = missing - near, cost
        within = approach(self._country, target, self.hand.left).within
        hopeful = list(map(self._sweep.window.seen, within[: most + 1]))
        return self._ways([(c, f, board & hopeful[most - c]) for c, f, board in layers], wanted)

    def paths(self) -> dict[Pose, tuple[str, ...]]:
        """The canonical path to every pose."""
        return self._ways(self._layers, self.costs)

    def _ways(
        self, layers: Iterable[tuple[int, int, Board]], wanted: Iterable[Pose]
    ) -> dict[Pose, tuple[str, ...]]:
        """The first ways within some layers, along steps and turns that cost no more than they must."""
        base = self._sweep.base
        costs = {
            (at + base, facing): cost for cost, facing, board in layers for at in hexes_in(board)
        }
        first = RANK[(VERTEX_FACES if self.start.formation in ROWS else SIDE_FACES)[0]]

        def onward(node: tuple[Hex, int]) -> Iterator[tuple[tuple[Hex, int], int, int]]:
            at, facing = node
            for turn, price in self._bends[1:]:
                faced = (facing + turn) % 6
                yield (at, faced), price, first + faced
            for step, price in self._sweep.steps(at, facing):
                yield (at + step, facing), price, STEPS[at // 100 & 1].index(step)

        ways = first_ways((self.origin, self.start.facing), onward, costs)
        return {pose: in_words(ways[pose[0][0], pose[1]]) for pose in wanted}
