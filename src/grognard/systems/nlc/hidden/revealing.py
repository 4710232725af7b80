"""A hidden march is revealed (N20.1.2.5-N20.1.2.9, N20.1.4): the leader walks, the rest follow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import ClassVar

from grognard.kernel import Ask, Call, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.nlc.actions import Pick
from grognard.systems.nlc.events import Fact, LeaderMoved
from grognard.systems.nlc.guns.sight import line, visibility
from grognard.systems.nlc.hidden.plots import covered, is_blocking
from grognard.systems.nlc.judging import hex_named
from grognard.systems.nlc.kinds import Mover, OrderType
from grognard.systems.nlc.leaders import Displace
from grognard.systems.nlc.movement.stacking import overstacked
from grognard.systems.nlc.pieces import Piece
from grognard.systems.nlc.records import ForceId, HiddenMarch
from grognard.systems.nlc.setting import SideId, UnitId
from grognard.systems.nlc.table import Table, distances
from grognard.systems.nlc.ways import begun

RETREATS = (OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)

REACH = 40
"""Half points from their leader within which counters are laid down."""


class MarchRevealed(Fact, frozen=True, tag=True):
    """A formation is not where its counters were: it has marched this far."""

    side: SideId
    force: ForceId
    walked: tuple[Hex, ...]
    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N20.1.2.1", "N20.1.2.5")

    def change(self, table: Table) -> None:
        """The blind counters are taken up; they are laid down again one by one."""
        del table.writable("hidden")[self.force]


class ColumnPlaced(Fact, frozen=True, tag=True):
    """A counter of a revealed march stands here."""

    unit: UnitId
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("N20.1.2.7",)

    def change(self, table: Table) -> None:
        before = table.pieces.get(self.unit)
        if before is None:
            table.put(Piece(self.unit, self.at, began=self.at))
        else:
            table.put(Piece(self.unit, self.at, before.lost, before.disrupted, marks=before.marks))


class Reveal(Procedure, tag=True):
    """N20.1.2.5: the leader walks the plot on his bank; then each counter is laid down near him."""

    force: ForceId
    walked: tuple[Hex, ...] = ()
    waiting: tuple[UnitId, ...] = ()
    placed: int = 0

    @step("N20.1.2.5", "N20.1.2.6", "N20.1.4.1")
    def walk(self, table: Table) -> Flow:
        march = table.hidden[self.force]
        held = table.forces[self.force]
        steps = min(covered(table, march, march.bank), met(table, march))
        walked = [march.plot[0]]
        for at in march.plot[1 : steps + 1]:
            if is_blocking(table, at, held.side):
                break
            walked.append(at)
        self.walked = tuple(walked)
        self.waiting = tuple(
            unit
            for unit, under in table.under.items()
            if under == self.force and unit not in table.removed
        )
        table.record(MarchRevealed(held.side, self.force, self.walked, self.waiting))
        if held.leader and held.is_whole:
            table.record(LeaderMoved(held.leader, self.walked[-1]))
        return None

    @step("N20.1.2.7", "N20.1.2.8")
    def next_unit(self, table: Table) -> Flow:
        if not self.waiting:
            return Done()
        places = self._places(table)
        if len(places) == 1:
            return self._lay(table, places[0])
        if not places:
            self.waiting = self.waiting[1:]
            return Goto("next_unit")
        return None

    @step("N20.1.2.7")
    def ask(self, table: Table) -> Flow:
        side = table.forces[self.force].side
        places = sorted(self._places(table))

        def judge(said: Pick) -> Reason | None:
            at = hex_named(table, said.choice)
            return None if at in places else self._bar(table, at)

        return Ask(side, Judged(judge, (Pick(name(at)) for at in places), Pick), "lay-down")

    @step("N20.1.2.7")
    def hear(self, table: Table, picked: Pick) -> Flow:
        return self._lay(table, int(picked.choice))

    # --- helpers

    @rule("N20.1.2.7", "N11.1.3", "N11.4.1")
    def _lay(self, table: Table, at: Hex) -> Flow:
        """A counter is laid down; lone enemy leaders there flee, headquarters are overrun."""
        enemy = table.setting.enemy(table.side_of(self.waiting[0]))
        table.record(ColumnPlaced(self.waiting[0], at))
        self.waiting = self.waiting[1:]
        self.placed += 1
        return Call(Displace(at, enemy), then="next_unit")

    @rule("N20.1.2.7", "N20.1.2.8")
    def _places(self, table: Table) -> list[Hex]:
        """Where the next counter may lie: on the road behind the leader, or as near as may be."""
        unit, held = self.waiting[0], table.forces[self.force]
        end = self.walked[-1]
        if held.type is OrderType.MARCH:
            for at in reversed(self.walked):
                if not [other for other in table.stack(at) if other != unit]:
                    return [at]
        limit = table.nearest_enemy(end, held.side)
        fitting = self._fitting(table, unit, end)
        keeping = (at for at in fitting if _keeps_distance(table, held.type, at, held.side, limit))
        return _nearest(end, keeping) or _nearest(end, self._fitting(table, unit, end))

    def _fitting(self, table: Table, unit: UnitId, end: Hex) -> Iterator[Hex]:
        """The hexes within reach of the leader with room for a counter, the nearest first."""
        ground, side = table.setting.ground, table.side_of(unit)
        enemies = table.hexes_of(table.setting.enemy(side))
        ways = begun(table.setting, Mover.FOOT, end, enemies)
        laid = table.draft()
        laid.put(Piece(unit, end))
        for at in sorted(ground.hexes, key=distances(ground, end).__getitem__):
            # where it set out, somebody may stand by now
            if not table.has_enemy(at, side) and overstacked(laid, at, (unit,)) is None:
                if ways.cost(at, REACH) is not None:
                    yield at

    @rule("N20.1.2.7", "N20.1.2.8")
    def _bar(self, table: Table, at: Hex) -> Reason | None:
        """Why the next counter does not lie there."""
        held, end = table.forces[self.force], self.walked[-1]
        limit = table.nearest_enemy(end, held.side)
        if at and not _keeps_distance(table, held.type, at, held.side, limit):
            return Reason("it may not be nearer to the enemy, or falling back farther", "N20.1.2.8")
        return Reason("counters lie with their leader, or as near as there is room", "N20.1.2.7")


def _nearest(end: Hex, hexes: Iterator[Hex]) -> list[Hex]:
    """Those of the hexes, the nearest first, that are as near as the first."""
    first = next(hexes, 0)
    as_near = takewhile(lambda at: distance(end, at) == distance(end, first), hexes)
    return [first, *as_near] if first else []


@rule("N20.1.2.8")
def _keeps_distance(table: Table, order: OrderType, at: Hex, side: SideId, limit: int) -> bool:
    """Falling back nobody is farther from the enemy than the leader; otherwise nobody is nearer."""
    far = table.nearest_enemy(at, side)
    return far <= limit if order in RETREATS else far >= limit


@rule("N20.1.4.1")
def met(table: Table, march: HiddenMarch) -> int:
    """How many steps a march makes before it would meet a hidden march of the enemy."""
    side = table.forces[march.force].side
    steps = covered(table, march, march.bank)
    for name_, other in sorted(table.hidden.items()):
        if table.forces[name_].side != side:
            steps = min(steps, _before_sight(table, march, other))
    return steps


def _before_sight(table: Table, march: HiddenMarch, other: HiddenMarch) -> int:
    """Both go in bounds; the last step at which they did not yet see each other."""
    bound = table.setting.cards.hidden_points("bound")
    far, reached = visibility(table), 0
    for count in range(1, max(march.bank, other.bank) // bound + 2):
        ours = covered(table, march, min(march.bank, bound * count))
        theirs = covered(table, other, min(other.bank, bound * count))
        here, there = march.plot[ours], other.plot[theirs]
        apart = distance(here, there)
        if apart <= 1 or (apart <= far and line(table.setting, here, there).seen.clear):
            return reached
        reached = ours
    return covered(table, march, march.bank)
