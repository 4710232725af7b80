"""Moves that programs and keys choose from (section 17): a function of the state alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, pairwise
from typing import cast

from grognard.kernel import Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.gaps import gap_squared, is_within
from grognard.mechanics.measured.mils import MIL, Point, bearing, length_up, squared
from grognard.mechanics.measured.paths import Side, least, to_gaps
from grognard.mechanics.measured.zones import is_ahead
from grognard.systems.empire.actions import Kind, March, Move, Primitive
from grognard.systems.empire.command.points import points_of
from grognard.systems.empire.kinds import Arm, Edge, Formation, Going, Line, Order
from grognard.systems.empire.movement.drill import takes
from grognard.systems.empire.movement.ground import is_beside, on_road
from grognard.systems.empire.movement.groups import Block, against_group, file_order, linked
from grognard.systems.empire.movement.judging import (
    against_acting,
    against_far_ground,
    against_way,
    is_far,
    walked,
)
from grognard.systems.empire.movement.rates import (
    COLUMNS,
    DISTANCES,
    MOVE,
    length_of,
    rate_of,
)
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import DivisionId, Setting, SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.table import Table

STEP = 250
"""Candidates are cut back in steps of so many mils."""

GOALS = 3
WIDEST = 90
REMEMBERED = 512
"""So many lists of moves are kept for a battle."""
BY_AN_ENEMY = ("EG.5", "E29.16")
"""What is said of a way that an enemy stops."""
NEAREST = 15
SIDE = 1000


# --- where to


def goals(table: Table, unit: UnitId) -> list[Point]:
    """The aim of its order and the nearest formed enemies; for who gives way the own edge."""
    return table.derived(("goals", unit), lambda: _goals(table, unit))


def _goals(table: Table, unit: UnitId) -> list[Point]:
    piece, side, body = table.pieces[unit], table.side_of(unit), table.body_of(unit)
    here = piece.pose.point
    found: list[Point] = []
    if piece.disordered or body.order is Order.RETREAT:
        found.append(_own_edge(table.setting, side, here))
    if body.target in table.setting.objectives:
        found.append(table.setting.objectives[body.target].at)
    if body.order is Order.HOLD and body.area:
        xs, ys = zip(*body.area, strict=True)
        found.append((sum(xs) // len(xs), sum(ys) // len(ys)))
    enemies = [
        table.pieces[other].pose.point
        for other in table.units_of(table.setting.enemy(side))
        if not table.pieces[other].hidden and table.is_formed(other)
    ]
    found += sorted(enemies, key=lambda point: squared(here, point))[:GOALS]
    return list(dict.fromkeys(found))


def _own_edge(setting: Setting, side: SideId, here: Point) -> Point:
    x, y = here
    return {
        Edge.NORTH: (x, setting.height),
        Edge.SOUTH: (x, 0),
        Edge.EAST: (setting.width, y),
        Edge.WEST: (0, y),
    }[setting.armies[side].edge]


# --- all of a division


@rule("EM.1")
def candidates(table: Table, division: DivisionId) -> Iterator[Move]:
    """Every candidate of every unit and group of a division that may act, in order."""
    return in_order(moves_of(table, units) for units in movers(table, division))


def in_order(moves: Iterable[Iterable[Move]]) -> Iterator[Move]:
    """Moves of several, each once, the operational ones last."""
    found = set(chain(*moves))
    marches = {order for order in found if isinstance(order, March)}
    yield from sorted(found - marches)
    yield from sorted(marches)


def movers(table: Table, division: DivisionId) -> Iterator[tuple[UnitId, ...]]:
    """The units of a division that may act, one by one, and the groups that they form."""
    if not points_of(table, division):
        return
    able = [
        unit
        for unit in sorted(table.units_in(division))
        if against_acting(table, division, (unit,)) is None
    ]
    yield from ((unit,) for unit in able)
    for group in groups(table, able):
        if against_acting(table, division, group) is None:
            yield group


def groups(table: Table, able: Sequence[UnitId]) -> Iterator[tuple[UnitId, ...]]:
    """The largest groups that units who may act form."""
    seen: set[tuple[UnitId, ...]] = set()
    for unit in able:
        alike = [other for other in able if against_kind(table, unit, other)]
        group = tuple(sorted(linked(table, unit, alike)))
        if len(group) > 1 and group not in seen and against_group(table, group) is None:
            seen.add(group)
            yield group


def against_kind(table: Table, unit: UnitId, other: UnitId) -> bool:
    """Could two units belong to one group, wherever they stand?"""
    if unit == other:
        return True
    one, two = table.pieces[unit], table.pieces[other]
    same = one.pose.facing == two.pose.facing and one.disordered == two.disordered
    alike = (table.arm(unit), one.formation) == (table.arm(other), two.formation)
    columns = {one.formation, two.formation} <= COLUMNS and Arm.CAVALRY not in (
        table.arm(unit),
        table.arm(other),
    )
    return same and one.moves == two.moves and (alike or columns)


# --- of a unit or group


def moves_of(table: Table, units: tuple[UnitId, ...]) -> list[Move]:
    """The legal candidates of units, those with equal ends kept once; operational moves last."""
    return [
        *_remembered(table, units, REACH + sheet().length(DISTANCES, "operational")),
        *_remembered(table, units, 0),
    ]


def _remembered(table: Table, units: tuple[UnitId, ...], reach: int) -> tuple[Move, ...]:
    """Moves by whoever stands within a reach; without one the operational moves, by everybody.

    They are worked out once for units that stand so, with such an order and aim, and such people near.
    """
    box = table.footprint(units[0]).box
    near = table.near(box, reach) if reach else table.pieces
    body = table.body_of(units[0])
    key = (
        units,
        reach,
        table.turn,
        (body.order, body.target, body.area, body.around),
        tuple(goals(table, units[0])),
        tuple([table.pieces[unit] for unit in near]),
        tuple([table.screens[unit] for unit in near if unit in table.screens]),
    )
    memory = table.setting.memory
    found = memory.get(key)
    if found is None:
        if len(memory) >= REMEMBERED:
            memory.clear()
        maker = _Maker(table, units)
        orders = maker.orders() if reach else maker.marches()
        found = memory[key] = tuple(_legal(table, orders))
    return cast("tuple[Move, ...]", found)


def _legal(table: Table, orders: Iterable[tuple[Move, Block]]) -> list[Move]:
    seen, found = set(), []
    for order, block in orders:
        end = (type(order), *((walk.footprint.pose, walk.formation) for walk in block.walks))
        if end not in seen and against_way(table, block, far=is_far(table, order)) is None:
            seen.add(end)
            found.append(order)
    return found


class _Maker:
    """Walks ways for units, cut back to what is legal ahead of them.

    A way goes on from what it begins with: nothing is walked twice.
    """

    def __init__(self, table: Table, units: tuple[UnitId, ...]) -> None:
        self.table, self.units, self.head = table, units, units[0]
        self.card, self.piece = table.printed(self.head), table.pieces[self.head]
        self.goals = goals(table, self.head)
        self.enemies = [
            unit
            for unit in table.near(self.piece.footprint.box, REACH + self._tactical())
            if table.side_of(unit) != self.card.side
            and table.is_formed(unit)
            and not table.pieces[unit].hidden
        ]
        self.files = len(units) > 1 and bool(file_order(table, units))
        self.alone = len(units) == 1 and self._is_stopped_by_enemies()
        self.start = Block(table, units)
        self.wheels = list(self._wheels())
        self.toward = [wheel for wheel in self.wheels if wheel.amount % NEAREST] or self.wheels

    def _is_stopped_by_enemies(self) -> bool:
        """Does whatever stops a way behind an enemy stop it before him, and is every enemy formed?

        Bridges lead over ground that bars a shorter way, and an edge may be crossed but not stood upon.
        """
        table, side = self.table, self.card.side
        return (
            not table.setting.bridges
            and all(way.side != side for way in table.setting.exits)
            and all(table.side_of(unit) == side or table.is_formed(unit) for unit in table.pieces)
        )

    def orders(self) -> Iterator[tuple[Move, Block]]:
        for block in self._ways():
            order = Move(self.units, block.path)
            yield order, self._followed(order, block)

    def marches(self) -> Iterator[tuple[Move, Block]]:
        """Operational moves: none of a unit that stands too near to the enemy for its first step."""
        here = self.piece.footprint
        if self.piece.moves or self.piece.formation not in COLUMNS:
            return
        if against_far_ground(self.table, self.head, here.box, (here.corners,)) is None:
            most = sheet().drill(self.card.drill).operational
            begun = Block(self.table, self.units, moves=most)
            starts = begun, *self._begun(begun, self.wheels)
            ways = (block for start in starts for block in self._longest(start, far=True))
            for block in chain(ways, self._along_roads(begun)):
                march = March(self.units, block.path)
                yield march, self._followed(march, block)

    def _followed(self, order: Move, block: Block) -> Block:
        """Columns one behind another do not wheel as a block: they follow their leader."""
        return walked(self.table, order) if self.files else block

    def _ways(self) -> Iterator[Block]:
        held = self.piece.formation
        if held is Formation.GARRISON:
            return
        if held is Formation.UNLIMBERED:
            yield from self._guns()
            return
        yield from self._onward(self.start)
        if not held.is_square:
            for block in self._begun(self.start, self.wheels):
                yield block
                yield from self._onward(block)
            yield from self._sideways()
        if len(self.units) == 1:
            yield from self._changes()
        yield from self._longest(self.start, Kind.BACK)
        yield from self._along_roads(self.start)

    def _begun(self, start: Block, firsts: Iterable[Primitive]) -> Iterator[Block]:
        """What a way can go on with; what is not legal falls out."""
        for first in firsts:
            block = start.fork()
            if block.take(first) is None:
                yield block

    # --- straight on

    def _onward(self, start: Block) -> Iterator[Block]:
        """As far as is legal; to 4.001, 2 and 0.25 UD of the nearest enemy ahead; half of it."""
        for farthest in self._farthest(start):
            yield farthest
            most = farthest.path[-1].amount
            shorter = [far for far in self._to_enemy(start.walks[0], most) if 0 < far < most]
            lengths = dict.fromkeys((*shorter, most // 2))
            yield from self._begun(start, (Primitive(Kind.FORWARD, far) for far in lengths if far))

    def _farthest(self, start: Block) -> Iterator[Block]:
        """The longest way straight on from where a block is, in whole steps."""
        return self._longest(start)

    def _longest(
        self, start: Block, kind: Kind = Kind.FORWARD, word: str = "", *, far: bool = False
    ) -> Iterator[Block]:
        """As far as is legal, in whole steps; nothing where not even one is.

        What it can pay for is found first: to see what stands in the way is dearer. ``far``: of a move
        that must stay far from the enemy; one that only an enemy stops would end beside him.
        """
        first = least(
            self._most(start),
            lambda steps: not start.can_afford(Primitive(kind, steps * STEP, word)),
        )
        low, high, best = 0, self._most(start) if first is None else max(0, first - 1), None
        middle = high
        while low < high:
            legs = start.legs(Primitive(kind, middle * STEP, word))
            if isinstance(legs, Reason):
                if far and self.alone and legs.clause in BY_AN_ENEMY:
                    return
                high = middle - 1
            else:
                low, best = middle, legs
            middle = (low + high + 1) // 2
        if best is not None:
            block = start.fork()
            block.go(best)
            yield block

    def _most(self, start: Block) -> int:
        """How many steps the rest of a move is, on the best ground."""
        walk = start.walks[0]
        rate = rate_of(self.card, walk.formation, Going.CLEAR) or 0
        pose = walk.footprint.pose
        if walk.formation in COLUMNS and on_road(self.table.setting, pose, pose):
            rate += sheet().figure("movement/road", "column")
        return length_of(min(each.left for each in start.walks), rate) // STEP

    def _to_enemy(self, walk: Walk, most: int) -> Iterator[int]:
        """How far it is to 4.001, 2 and 0.25 UD of the nearest formed enemy ahead."""
        table, here, tactical = self.table, walk.footprint, self._tactical()
        point = here.pose.point
        for unit in sorted(
            self.enemies, key=lambda unit: squared(point, table.pieces[unit].pose.point)
        ):
            shape = table.corners(unit)
            if is_ahead(here, shape) and is_within(here.corners, shape, most + tactical):
                gaps = tactical, 2 * MIL, sheet().length(DISTANCES, "spacing")
                yield from to_gaps(here, shape, gaps, most)
                return

    @staticmethod
    def _tactical() -> int:
        """Just beyond tactical distance."""
        return sheet().length(DISTANCES, "tactical") + 1

    # --- turning

    def _wheels(self) -> Iterator[Primitive]:
        """Toward each goal to the degree, and to the nearest 15 degrees."""
        found: dict[int, None] = {}
        for goal in self.goals:
            turn = turn_to(self.piece.pose, goal)
            found |= dict.fromkeys((turn, NEAREST * round(turn / NEAREST)))
        return (_wheel(turn) for turn in found if 0 < abs(turn) <= WIDEST)

    def _changes(self) -> Iterator[Block]:
        """Other formations alone, and before or after going on; about, and toward each goal."""
        starts = (self.start, *self._begun(self.start, self.toward))
        shortened: dict[tuple[Block, int], list[Block]] = {}
        for to in takes(self.card, self.piece.formation):
            form = Primitive(Kind.FORM, 0, to.value)
            for formed in self._begun(self.start, (form,)):
                yield formed
                yield from self._onward(formed)
                if not to.is_square:
                    for turned in self._begun(formed, self.toward):
                        yield from self._farthest(turned)
            for start in starts:
                yield from self._then(start, form, shortened)
        if self.piece.formation.is_square:
            return
        yield from self._facings()
        for turned in self._begun(self.start, (Primitive(Kind.ABOUT),)):
            yield turned
            yield from self._onward(turned)

    def _facings(self) -> Iterator[Block]:
        here = self.piece.pose.point
        return self._begun(
            self.start, (Primitive(Kind.FACE, bearing(here, goal)) for goal in self.goals)
        )

    def _then(
        self, start: Block, form: Primitive, shortened: dict[tuple[Block, int], list[Block]]
    ) -> Iterator[Block]:
        """A way straight on, as long as it leaves enough for a change of formation.

        It is ``shortened`` alike for all changes that cost the same.
        """
        (walk,) = start.walks
        parts = getattr(walk.leg(form), "parts", MOVE)
        if parts >= walk.left:
            return
        if (start, parts) not in shortened:
            shorter = start.fork()
            shorter.walks[0].left -= parts
            shortened[start, parts] = list(self._farthest(shorter))
        for far in shortened[start, parts]:
            block = start.fork()
            block.go([far.walks[0].legs[-1]])
            yield from self._begun(block, (form,))

    # --- sideways

    def _sideways(self) -> Iterator[Block]:
        for side in Side:
            for slid in self._begun(self.start, (Primitive(Kind.SLIDE, SIDE, side.value),)):
                yield from self._farthest(slid)
            yield from self._longest(self.start, Kind.LATERAL, side.value)

    # --- guns and roads

    def _guns(self) -> Iterator[Block]:
        if len(self.units) > 1:
            return
        for to in takes(self.card, self.piece.formation):
            for formed in self._begun(self.start, (Primitive(Kind.FORM, 0, to.value),)):
                yield formed
                yield from self._onward(formed)
        yield from self._facings()
        lengths = (SIDE, -SIDE, 2 * SIDE, -2 * SIDE)
        yield from self._begun(self.start, (Primitive(Kind.PROLONG, far) for far in lengths))

    def _along_roads(self, start: Block) -> Iterator[Block]:
        """Along the nearest road within 1 UD, either way, from bend to bend to the end of the budget."""
        if self.piece.formation not in COLUMNS:
            return
        for bends in _bends(self.table.setting, self.piece.pose.point):
            block = self._round(start.fork(), bends)
            if len(block.path) > 1:
                yield block

    def _round(self, block: Block, bends: Iterable[Point]) -> Block:
        """A way that turns to each bend in its order, as far as is legal."""
        for bend in bends:
            pose = block.walks[0].footprint.pose
            turn = turn_to(pose, bend)
            if abs(turn) > WIDEST or (turn and block.take(_wheel(turn)) is not None):
                break
            far = length_up(block.walks[0].footprint.pose.point, bend)
            if far and block.take(Primitive(Kind.FORWARD, far)) is not None:
                return next(self._farthest(block), block)
        return block


def _bends(setting: Setting, here: Point) -> list[tuple[Point, ...]]:
    """The bends of the nearest road within 1 UD, the way that it was drawn and the other."""
    found = [
        (gap_squared((here,), (one, other)), number, way.points)
        for way in setting.ways
        if way.kind is Line.ROAD
        for number, (one, other) in enumerate(pairwise(way.points))
        if is_beside(one, other, here, MIL)
    ]
    if not found:
        return []
    _, number, points = min(found)
    ways = points[number + 1 :], points[number::-1]
    return [tuple(each for each in way if squared(here, each) > STEP * STEP) for way in ways]


def turn_to(pose: Pose, goal: Point) -> int:
    """By how many degrees a goal lies to the right of straight ahead."""
    return (bearing(pose.point, goal) - pose.facing + 180) % 360 - 180


def _wheel(turn: int) -> Primitive:
    side = Side.RIGHT if turn > 0 else Side.LEFT
    return Primitive(Kind.WHEEL, abs(turn), side.value)


REACH = 12 * MIL
"""Enemies and roads farther than any move leads do not shape one."""
