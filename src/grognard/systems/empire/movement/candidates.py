"""Moves that programs and keys choose from (section 17): a function of the state alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import MIL, Point, bearing, squared
from grognard.mechanics.measured.paths import Side, to_gap
from grognard.mechanics.measured.zones import is_ahead
from grognard.systems.empire.actions import Kind, March, Move, Primitive
from grognard.systems.empire.command.points import points_of
from grognard.systems.empire.kinds import Arm, Edge, Formation, Going, Line, Order
from grognard.systems.empire.movement.drill import takes
from grognard.systems.empire.movement.ground import on_road
from grognard.systems.empire.movement.groups import Block, against_group, linked
from grognard.systems.empire.movement.judging import against_acting, against_way, is_far, walked
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

Path = tuple[Primitive, ...]

STEP = 250
"""Candidates are cut back in steps of so many mils."""

GOALS = 3
WIDEST = 90
NEAREST = 15
SIDE = 1000


# --- where to


def goals(table: Table, unit: UnitId) -> list[Point]:
    """The aim of its order and the nearest formed enemies; for who gives way the own edge."""
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
    if not points_of(table, division):
        return
    able = [
        unit
        for unit in sorted(table.units_in(division))
        if against_acting(table, division, (unit,)) is None
    ]
    moves: list[Move] = []
    for unit in able:
        moves += moves_of(table, (unit,))
    for group in groups(table, able):
        if against_acting(table, division, group) is None:
            moves += moves_of(table, group)
    marches = {order for order in moves if isinstance(order, March)}
    yield from sorted(set(moves) - marches)
    yield from sorted(marches)


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
    """The legal candidates of units, those with equal ends kept once."""
    maker = _Maker(table, units)
    seen, found = set(), []
    for order in maker.orders():
        block = walked(table, order)
        if against_way(table, block, far=is_far(table, order)) is not None:
            continue
        end = tuple((walk.footprint.pose, walk.formation) for walk in block.walks)
        if (end, type(order)) not in seen:
            seen.add((end, type(order)))
            found.append(order)
    return found


class _Maker:
    """Writes out ways for units, cut back to what is legal ahead of them."""

    def __init__(self, table: Table, units: tuple[UnitId, ...]) -> None:
        self.table, self.units, self.head = table, units, units[0]
        self.card, self.piece = table.printed(self.head), table.pieces[self.head]
        self.goals = goals(table, self.head)

    def orders(self) -> Iterator[Move]:
        for path in self.paths():
            if path:
                yield Move(self.units, path)
        if self.piece.moves == 0 and self.piece.formation in COLUMNS:
            most = sheet().drill(self.card.drill).operational
            for start in ((), *self._wheels()):
                for far in self._ahead(start, moves=most, marching=True)[:1]:
                    yield March(self.units, (*start, Primitive(Kind.FORWARD, far)))

    def paths(self) -> Iterator[Path]:
        held = self.piece.formation
        if held is Formation.GARRISON:
            return
        if held is Formation.UNLIMBERED:
            yield from self._guns()
            return
        yield from self._onward(())
        if not held.is_square:
            for wheel in self._wheels():
                yield wheel
                yield from self._onward(wheel)
            yield from self._sideways()
        if len(self.units) == 1:
            yield from self._changes()
        yield from self._back()
        yield from self._roads()

    # --- straight on

    def _onward(self, start: Path) -> Iterator[Path]:
        yield from ((*start, Primitive(Kind.FORWARD, far)) for far in self._ahead(start))

    def _ahead(self, start: Path, *, moves: int = 1, marching: bool = False) -> list[int]:
        """As far as is legal; to 4.001, 2 and 0.25 UD of the nearest enemy ahead; half of it."""
        block = Block(self.table, self.units, moves=moves)
        if start and block.take_all(start) is not None:
            return []
        most = self._farthest(block)
        found = [most]
        if not marching:
            found += [far for far in self._to_enemy(block.walks[0], most) if 0 < far < most]
            found.append(most // 2)
        return list(dict.fromkeys(far for far in found if far > 0))

    def _farthest(self, block: Block) -> int:
        """The longest way straight on from where a block is, in whole steps."""
        walk = block.walks[0]
        rate = rate_of(self.card, walk.formation, Going.CLEAR) or 0
        if walk.formation in COLUMNS and self._may_use_road(walk):
            rate += _road()
        left = min(each.left for each in block.walks)
        return self._longest_leg(block, Kind.FORWARD, "", length_of(left, rate) // STEP)

    def _may_use_road(self, walk: Walk) -> bool:
        pose = walk.footprint.pose
        return on_road(self.table.setting, pose, pose)

    def _longest_leg(self, block: Block, kind: Kind, word: str, most: int) -> int:
        low, high, middle = 0, most, most
        while low < high:
            legal = block.against(Primitive(kind, middle * STEP, word)) is None
            low, high = (middle, high) if legal else (low, middle - 1)
            middle = (low + high + 1) // 2
        return low * STEP

    def _to_enemy(self, walk: Walk, most: int) -> Iterator[int]:
        """How far it is to 4.001, 2 and 0.25 UD of the nearest formed enemy ahead."""
        table, here = self.table, walk.footprint
        tactical = sheet().length(DISTANCES, "tactical") + 1
        near = [
            unit
            for unit in table.enemies_within(walk.side, here.corners, most + tactical)
            if table.is_formed(unit)
        ]
        near.sort(key=lambda unit: squared(here.pose.point, table.pieces[unit].pose.point))
        ahead = next((unit for unit in near if is_ahead(here, table.corners(unit))), None)
        if ahead is not None:
            for gap in (tactical, 2 * MIL, sheet().length(DISTANCES, "spacing")):
                far = to_gap(here, table.corners(ahead), gap, most)
                if far is None:
                    return
                yield far

    # --- turning

    def _wheels(self) -> list[Path]:
        """Toward each goal to the degree, and to the nearest 15 degrees."""
        found: list[Path] = []
        facing = self.piece.pose.facing
        for goal in self.goals:
            turn = (bearing(self.piece.pose.point, goal) - facing + 180) % 360 - 180
            for exact in dict.fromkeys((turn, NEAREST * round(turn / NEAREST))):
                if 0 < abs(exact) <= WIDEST:
                    side = Side.RIGHT if exact > 0 else Side.LEFT
                    found.append((Primitive(Kind.WHEEL, abs(exact), side.value),))
        return list(dict.fromkeys(found))

    def _changes(self) -> Iterator[Path]:
        """Other formations alone, and before or after going on; about, and toward each goal."""
        for to in takes(self.card, self.piece.formation):
            form = Primitive(Kind.FORM, 0, to.value)
            yield (form,)
            yield from self._onward((form,))
            for far in self._ahead(())[:1]:
                yield self._cut((Primitive(Kind.FORWARD, far),), form)
        if self.piece.formation.is_square:
            return
        for goal in self.goals:
            yield (Primitive(Kind.FACE, bearing(self.piece.pose.point, goal)),)
        yield (Primitive(Kind.ABOUT),)
        yield from self._onward((Primitive(Kind.ABOUT),))

    def _cut(self, start: Path, form: Primitive) -> Path:
        """A way straight on that leaves enough for a change of formation."""
        (forward,) = start
        walk = Walk(self.table, self.head)
        price = Walk(self.table, self.head).leg(form)
        parts = getattr(price, "parts", MOVE)
        length = length_of(walk.left - parts, walk.rate_here()) // STEP * STEP
        return (Primitive(Kind.FORWARD, max(1, min(forward.amount, length))), form)

    # --- sideways and back

    def _sideways(self) -> Iterator[Path]:
        for side in Side:
            slide = Primitive(Kind.SLIDE, SIDE, side.value)
            block = Block(self.table, self.units)
            if block.take_all((slide,)) is None:
                yield (slide, Primitive(Kind.FORWARD, self._farthest(block)))
            yield self._longest(Kind.LATERAL, side.value)

    def _back(self) -> Iterator[Path]:
        yield self._longest(Kind.BACK)

    def _longest(self, kind: Kind, word: str = "") -> Path:
        """As far as is legal sideways or back, in whole steps; nothing where it is not."""
        block = Block(self.table, self.units)
        far = self._longest_leg(block, kind, word, self.rate() * MIL // STEP)
        return (Primitive(kind, far, word),) if far else ()

    def rate(self) -> int:
        return rate_of(self.card, self.piece.formation, Going.CLEAR) or 0

    # --- guns and roads

    def _guns(self) -> Iterator[Path]:
        if len(self.units) > 1:
            return
        for to in takes(self.card, self.piece.formation):
            form = Primitive(Kind.FORM, 0, to.value)
            yield (form,)
            yield from self._onward((form,))
        for goal in self.goals:
            yield (Primitive(Kind.FACE, bearing(self.piece.pose.point, goal)),)
        for far in (SIDE, -SIDE, 2 * SIDE, -2 * SIDE):
            yield (Primitive(Kind.PROLONG, far),)

    def _roads(self) -> Iterator[Path]:
        """Along a road that it stands beside, to the end of the budget."""
        if self.piece.formation not in COLUMNS:
            return
        here = self.piece.pose
        for way in self.table.setting.ways:
            if way.kind is Line.ROAD:
                for end in way.points:
                    if 0 < squared(here.point, end) <= REACH * REACH:
                        turn = (bearing(here.point, end) - here.facing + 180) % 360 - 180
                        if 0 < abs(turn) <= WIDEST:
                            side = Side.RIGHT if turn > 0 else Side.LEFT
                            yield from self._onward((Primitive(Kind.WHEEL, abs(turn), side.value),))


REACH = 12 * MIL
"""Enemies and roads farther than any move leads do not shape one."""


def _road() -> int:
    return sheet().figure("movement/road", "column")
