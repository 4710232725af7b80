"""Where units can go (A8): one step, a whole path, and everything within reach."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from grognard.kernel import Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex, Side, distance
from grognard.mechanics.search import NO_LIMIT, Search, Steps
from grognard.systems.nlc.command.ranges import (
    covers,
    in_range,
    is_free_of_range,
    leader_of,
    tracing,
)
from grognard.systems.nlc.kinds import HALVES, Mover, OrderType, Terrain
from grognard.systems.nlc.movement import pace
from grognard.systems.nlc.movement.routes import hex_beyond, remaining
from grognard.systems.nlc.movement.stacking import overstacked
from grognard.systems.nlc.movement.zones import bar_to_leaving, bar_to_zone, is_free
from grognard.systems.nlc.records import Force
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table
from grognard.systems.nlc.ways import step_cost, steps_of

RETREATS = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)
DIRECTED = (OrderType.MARCH, *RETREATS)
"""Orders that have something to say about the direction of every step."""
CLOSING = (OrderType.ATTACK, OrderType.PROBE, OrderType.DELAY)
"""Orders under which no unit may end farther from the target than it began."""


def walker(table: Table, units: tuple[UnitId, ...]) -> Walker:
    """The walker of these units as the table stands."""
    return table.derived(("walker", units), lambda: Walker(table, units))


class Walker:
    """A unit, or a stack moving together, ready to step: all that stays the same during its move."""

    __slots__ = (
        "_left_of_march",
        "_passage",
        "_ranges",
        "_roads",
        "_zone",
        "_zone_bars",
        "allowed",
        "at",
        "cavalry",
        "enemy",
        "force",
        "free",
        "fresh",
        "horse",
        "left",
        "mover",
        "ranged",
        "road",
        "side",
        "single",
        "start_distance",
        "stray",
        "table",
        "units",
    )  # fmt: skip

    def __init__(self, table: Table, units: tuple[UnitId, ...]) -> None:
        first = table.pieces[units[0]]
        self.table, self.units, self.at = table, units, first.at
        self.side = table.side_of(units[0])
        self.enemy = table.setting.enemy(self.side)
        self.force: Force = table.force_of(units[0])
        self.cavalry = all(table.arm(unit).cavalry for unit in units)
        self.horse = any(not table.arm(unit).foot for unit in units)
        self.mover = Mover.HORSE if self.horse else Mover.FOOT
        self._passage = table.setting.passage[self.mover]
        self._roads = table.setting.passage[Mover.ROAD]
        self._zone = table.zone_of(self.enemy)
        self.left = min(pace.left(table, unit) for unit in units)
        self.fresh = all(
            not table.pieces[unit].spent and table.pieces[unit].at == table.pieces[unit].began
            for unit in units
        )
        self.single = any(pace.is_exhausted(table, unit) for unit in units)
        self.free = all(is_free(table, unit) for unit in units)
        card = table.setting.cards.order(self.force.type)
        self.road = len(units) == 1 and card.road and not self.free
        self.ranged = [unit for unit in units if not is_free_of_range(table, unit)]
        within = [in_range(table, unit) for unit in self.ranged]
        self.stray = not all(within)
        self._ranges = [
            (reached, table.arm(unit).cavalry)
            for unit, reached in zip(self.ranged, within, strict=True)
        ]
        self._left_of_march: dict[Hex, int] = {}
        self.start_distance = (
            table.nearest_enemy(first.began or first.at, self.side)
            if self.force.type in RETREATS
            else 0
        )
        self._zone_bars: dict[Hex, Reason | None] = {}

    # --- one step

    def step(self, at: Hex, to: Hex, came_from: Hex, left: int, first: bool) -> int | Reason:
        """What one step costs, or why it cannot be made."""
        table, setting = self.table, self.table.setting
        side = setting.ground.around[at].index(to) if to in setting.ground.around[at] else -1
        if side < 0:
            return Reason("a path goes from hex to neighbouring hex", "N5.1")
        if not self._passage[at][side]:
            return Reason("that hexside cannot be crossed", "N5.2")
        if table.has_unit(to, self.enemy):
            return Reason("an enemy stands there", "N5.2")
        if self.single and not (first and self.fresh):
            return Reason("exhausted, it goes no farther than one hex", "N20.8.10")
        barred = self._bar_to_leaving(at) or self._bar_by_order(at, to)
        if barred is not None:
            return barred
        price = self._price(at, to, side, came_from, left, first)
        return price or Reason("that costs more than it has left", "N5.1")

    def _price(self, at: Hex, to: Hex, side: int, came_from: Hex, left: int, first: bool) -> int:
        """What an open step costs; 0 if that is more than is left."""
        road = self._roads[at][side] if self.road else 0
        if road and not self.column_clear(to, came_from or at):
            road = 0
        cost = road or self._passage[at][side]
        if at in self._zone and not self.cavalry:
            cost += self.table.setting.cards.cost("leave_zone")
        if cost <= left:
            return cost
        return left if first and self.fresh and not road and left > 0 else 0

    def _bar_to_leaving(self, at: Hex) -> Reason | None:
        if at not in self._zone:
            return None
        bars = (bar_to_leaving(self.table, unit, at) for unit in self.units)
        return next((bar for bar in bars if bar is not None), None)

    @rule("N12.1.7")
    def _bar_by_order(self, at: Hex, to: Hex) -> Reason | None:
        """What the order says against a step; the way back into range goes before its direction."""
        if to in self._zone:
            barred = self._zone_bar(at, to)
            if barred is not None:
                return barred
        return None if self.free else self._bar_by_direction(at, to)

    def _bar_by_direction(self, at: Hex, to: Hex) -> Reason | None:
        table = self.table
        if self.force.type is OrderType.MARCH:
            left = self._remaining()
            if left[to] >= left[at]:
                return Reason("a march follows its route", "N12.2E.2")
        elif (
            self.force.type in RETREATS
            and not self.stray
            and table.nearest_enemy(to, self.side) < self.start_distance
        ):
            return Reason("falling back, it may come no nearer to the enemy", "N12.2F.1")
        return None

    def bar_to_leading(self, to: Hex) -> Reason | None:
        """What the order says against going from where it is to a hex, zones aside."""
        if self.free or to == self.at:
            return None
        return self._bar_by_direction(self.at, to)

    def _remaining(self) -> dict[Hex, int]:
        if not self._left_of_march:
            self._left_of_march = remaining(self.table.setting, self.force.order)
        return self._left_of_march

    def _zone_bar(self, at: Hex, to: Hex) -> Reason | None:
        escape = self.force.type in RETREATS and not self._has_open_step(at)
        if escape:
            return next(
                (bar for unit in self.units if (bar := bar_to_zone(self.table, unit, to, True))),
                None,
            )
        if to not in self._zone_bars:
            mates = self.units
            bars = (bar_to_zone(self.table, unit, to, together=mates) for unit in mates)
            self._zone_bars[to] = next((bar for bar in bars if bar is not None), None)
        return self._zone_bars[to]

    @rule("N12.2F.2")
    def _has_open_step(self, at: Hex) -> bool:
        """Is there a way out that leads into no zone?"""
        table = self.table
        foes = table.hexes_of(self.enemy)
        return any(
            there
            and price
            and there not in foes
            and there not in self._zone
            and table.nearest_enemy(there, self.side) >= self.start_distance
            for there, price in zip(table.setting.ground.around[at], self._passage[at], strict=True)
        )

    def column_clear(self, to: Hex, came_from: Hex) -> bool:
        """Is the road free of its own columns, in this hex and the next?"""
        return column_clear(self.table, self.force, self.units, to, came_from)

    # --- where it may end

    def bar_to_ending(self, at: Hex, *, ranged: bool = True) -> Reason | None:
        """Why the units may not end their move in a hex; without ``ranged`` command range aside."""
        table = self.table
        crowded = overstacked(table, at, self.units)
        if crowded is not None:
            return crowded
        if self.free:
            return None
        return self._bar_by_target(at) or (self._bar_by_range(at) if ranged else None)

    @rule("N12.2A.1", "N12.2D.1", "N12.13.3", "N12.1.7")
    def _bar_by_target(self, at: Hex) -> Reason | None:
        table, order = self.table, self.force.order
        if not order.target:
            return None
        if order.type in CLOSING and not self.stray:
            for unit in self.units:
                began = table.pieces[unit].began or self.at
                if to_target(order.target, at) > to_target(order.target, began):
                    clause = "N12.2D.1" if order.type is OrderType.DELAY else "N12.2A.1"
                    return Reason("it may not move away from the target", clause)
        apart = "/" in self.force.id and not self.force.chief
        if apart and order.type is OrderType.DEFEND:
            radius = table.setting.cards.radius("radius")
            if to_target(order.target, at) > max(radius, to_target(order.target, self.at) - 1):
                return Reason("the division stays within two hexes of its target", "N12.13.3")
        return None

    @rule("N12.1.4", "N12.1.6", "N12.1.7", "N12.8.3", "R-12.1b", "R-12.1c")
    def _bar_by_range(self, at: Hex) -> Reason | None:
        table = self.table
        if not self._ranges or self.force.type is OrderType.MARCH:
            return None
        if table.setting.on("division_range"):
            return self._bar_by_division(at)
        leader = self._leader()
        if not leader or not table.leaders[leader].at:
            return None
        for reached, horse in self._ranges:
            if reached:
                if not covers(table, leader, at, horse) and not self._covers(leader, at, horse):
                    return Reason("it may not leave its leader's range", "N12.1.4")
            elif self._range_value(leader, at, horse) > self._best_range(leader, horse):
                return Reason("out of range it must come back as quickly as it can", "N12.1.6")
        return None

    @rule("N12.1.4", "N20.2.2.1")
    def _bar_by_division(self, at: Hex) -> Reason | None:
        """Whoever is in command through the divisions ends in command, as all others stand now."""
        held = [
            unit for unit, (reached, _) in zip(self.ranged, self._ranges, strict=True) if reached
        ]
        if not held or at == self.at:
            return None
        from grognard.systems.nlc.command.division_range import in_command_at

        if in_command_at(self.table, self.units, at, held):
            return None
        return Reason("it may not leave the command of its divisions", "N12.1.4")

    def _covers(self, leader: str, at: Hex, horse: bool) -> bool:
        """A unit's own hex counts as held by a friend, so a zone hex next to the trace is covered."""
        if horse or at not in self._zone:
            return False
        limit = self.table.setting.cards.points("command")
        return self._beside(leader, at, horse, limit) <= limit

    def _leader(self) -> str:
        table, force = self.table, self.force.id
        return table.derived(("leader of", force), lambda: leader_of(table, force))

    def _range_value(self, leader: str, at: Hex, horse: bool) -> int:
        """The cost of the trace to a hex if the unit stood there."""
        table = self.table
        found = tracing(table, table.leaders[leader].at, self.side, horse).cost(at)
        return self._beside(leader, at, horse) if found is None else found

    def _beside(self, leader: str, at: Hex, horse: bool, limit: int = NO_LIMIT) -> int:
        """The cost of one step more than a trace within a limit."""
        table = self.table
        traced = tracing(table, table.leaders[leader].at, self.side, horse)
        costs = [
            cost + price
            for there in table.setting.ground.around[at]
            if there
            and (price := step_cost(table.setting, Mover.TRACE, there, at))
            and (cost := traced.cost(there, limit)) is not None
        ]
        return min(costs, default=NO_LIMIT)

    def _best_range(self, leader: str, horse: bool) -> int:
        """The least range value among the hexes where it could end."""
        key = ("best range", self.units, leader, horse)
        return self.table.derived(key, lambda: self._least_range(leader, horse))

    def _least_range(self, leader: str, horse: bool) -> int:
        reached = self.reach()
        values = [
            self._range_value(leader, at, horse)
            for at in reached
            if at != self.at and overstacked(self.table, at, self.units) is None
        ]
        return min(values, default=NO_LIMIT)

    # --- everything within reach

    def reach(self) -> dict[Hex, int]:
        """Every hex that can be entered, with the cost so far; the present one for nothing."""
        return self._search().costs

    def _search(self) -> Search[Hex]:
        return self.table.derived(("reach", self.units), self._searched)

    def _searched(self) -> Search[Hex]:
        zone, around = self._zone, self.table.setting.ground.around
        open_steps = steps_of(self.table.setting, self.mover)
        bound = not self.free and self.force.type in DIRECTED

        def onward(at: Hex) -> Sequence[tuple[Hex, int, Side]]:
            steps = open_steps[at]
            if self.road or self.single or at == self.at or at in zone:
                steps = self._steps(at, search.costs[at], search.before.get(at, 0), steps)
            if not bound and zone.isdisjoint(around[at]):
                return steps
            return [
                step
                for step in steps
                if (not bound and step[0] not in zone)
                or (step[0] not in search.costs and self._bar_by_order(at, step[0]) is None)
            ]

        foes = self.table.hexes_of(self.enemy)
        search: Search[Hex] = Search([self.at], onward, self.left, closed=foes, in_order=True)
        search.all()
        return search

    def _steps(
        self, at: Hex, spent: int, before: Hex, steps: Steps[Hex]
    ) -> tuple[tuple[Hex, int, Side], ...]:
        """The steps that can be made out of a hex, with what they cost this time."""
        first, left = at == self.at, self.left - spent
        if (self.single and not (first and self.fresh)) or self._bar_to_leaving(at) is not None:
            return ()
        priced = (
            (to, self._price(at, to, side, before, left, first), side) for to, _, side in steps
        )
        return tuple(step for step in priced if step[1])

    def path_to(self, at: Hex) -> tuple[Hex, ...]:
        """The cheapest path to a hex within reach."""
        return self._search().way(at)

    def ends(self) -> Iterator[Hex]:
        """The hexes where the move may end, in order of number."""
        for at in sorted(self.reach()):
            if at != self.at and self.bar_to_ending(at) is None:
                yield at

    def next_ends(self) -> Iterator[Hex]:
        """The neighbouring hexes where the move may end."""
        return (to for to in self._next() if self.bar_to_ending(to) is None)

    def _next(self) -> Iterator[Hex]:
        """The neighbouring hexes that can be entered."""
        for to in self.table.setting.ground.around[self.at]:
            if to and not isinstance(self.step(self.at, to, 0, self.left, True), Reason):
                yield to

    def can_go(self) -> bool:
        """Is there a hex where the move may end?"""
        if self.stray and len(self.units) == 1:
            # out of range it comes back as far as it can; somewhere it can, if anywhere
            near = self._next()
            if any(overstacked(self.table, at, self.units) is None for at in near):
                return True
        stepped = False
        for at in self._next():
            if self.bar_to_ending(at) is None:
                return True
            stepped = True
        return stepped and next(self.ends(), 0) != 0

    def any_end(self, chooser: Chooser) -> Hex:
        """One of the hexes where the move may end, each as likely as the others; 0 if there is none."""
        reached = sorted(self.reach())
        while reached:
            at = reached.pop(chooser.randrange(len(reached)))
            if at != self.at and self.bar_to_ending(at) is None:
                return at
        return 0

    # --- a whole path

    def walk(self, path: Sequence[Hex]) -> list[int] | Reason:
        """The cost of each step of a path, or why it cannot be gone."""
        costs: list[int] = []
        at, before, left = self.at, 0, self.left
        for to in path:
            price = self.step(at, to, before, left, not costs)
            if isinstance(price, Reason):
                return price
            costs.append(price)
            before, at, left = at, to, left - price
        return self.bar_to_ending(at) or costs


@rule("N5.2.7", "N5.2.8", "N5.2.9", "N5.2.10", "N5.2.11", "N12.2E.1", "R-5.2a", "R-5.2c")
def column_clear(
    table: Table, force: Force, units: tuple[UnitId, ...], to: Hex, came_from: Hex
) -> bool:
    """Is the road free of a force's columns but for these units, in this hex and the next?"""
    if not table.setting.on("strict_column"):
        return True
    for at in (to, hex_beyond(table, force, to, came_from)):
        others = [unit for unit in table.stack(at) if unit not in units]
        if not others:
            continue
        if table.setting.ground.terrain[at] == Terrain.TOWN:
            return False
        if any(_in_column(table, unit, force.side) for unit in others):
            return False
    return True


def _in_column(table: Table, unit: UnitId, side: SideId) -> bool:
    own = table.side_of(unit) == side
    return own and table.setting.cards.order(table.force_of(unit).type).road


@lru_cache(maxsize=65536)
def to_target(target: tuple[Hex, ...], at: Hex) -> int:
    """Hexes to the nearest hex of a target."""
    return min(distance(at, goal) for goal in target)


def points(halves: int) -> str:
    """Half points as they are said: 3 halves are 1½."""
    whole, half = divmod(halves, HALVES)
    return f"{whole or ''}½" if half else str(whole)
