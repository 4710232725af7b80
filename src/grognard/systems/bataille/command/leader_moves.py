"""Leaders on the move: by themselves, or with a unit (PR-164).

A leader who keeps to a unit goes wherever it goes: the table sees to that (``Table.attached``).
Here is the rest: riding alone in the movement segment, coming on with reinforcements, and who
goes along when a unit is driven off. How they get out of the enemy's way is in ``leader_escape``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from grognard.kernel import Action, Ask, Choices, Done, Flow, Goto, Procedure, Reason, rule, step
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex, Side, distance, name
from grognard.mechanics.search import Search
from grognard.systems.bataille.actions import Pick
from grognard.systems.bataille.command.leader_actions import Accompany, LeadTo
from grognard.systems.bataille.command.leaders import commands, companion, friends_of, leaders_in
from grognard.systems.bataille.events.leaders import (
    LeaderArrived,
    LeaderJoined,
    LeaderMoved,
    LeaderParted,
)
from grognard.systems.bataille.pieces import LeaderId, UnitId
from grognard.systems.bataille.setting import HALVES, Setting
from grognard.systems.bataille.table import Table

MOVER: Final = "leader"
"""The table of step costs that leaders use: infantry's, slopes and streams halved."""

MOVEMENT: Final = "16"
"""Movement points of a leader where the table says nothing else (PR-164)."""

COMPANY_ONE_IN: Final = 4
"""A sampled order is to keep to another unit one time in so many, where there is one."""

GO, STAY = "go", "stay"
"""Answers for a leader whose unit is driven off."""

Places = tuple[tuple[LeaderId, Hex], ...]


# --- riding alone


@rule("PR-164")
def is_barred(table: Table, side: str, at: Hex) -> bool:
    """May no leader of this side ride into the hex? Enemies in it, or nobody and their zone."""
    if table.stack(at):
        return table.has_enemy(at, side)
    return table.is_covered(at, table.setting.enemy(side))


@rule("P4.3", "PR-164")
def _riding(table: Table, leader: LeaderId, to: Hex = 0) -> Search[Hex]:
    """The rides of a leader by himself, or towards one hex, with their price in half points.

    Zones do not stop him, friends are never in his way, and nobody fires at him.
    """
    setting, side = table.setting, table.setting.leaders[leader].side
    points = HALVES * int(setting.options.get("leader_move", MOVEMENT))
    steps, least = _steps(setting)
    stacks, zones = table.stacks, table.zones[1 - setting.index(side)]

    def onward(at: Hex) -> list[tuple[Hex, int, Side]]:
        return [
            step
            for step in steps[at]  # most hexes are empty and out of all zones: nothing bars those
            if not ((there := step[0]) in stacks or there in zones)
            or not is_barred(table, side, there)
        ]

    guide = (lambda at: least * distance(at, to)) if to else None
    return Search([table.leaders[leader]], onward, points, guide=guide)


@lru_cache(maxsize=16)
def _steps(setting: Setting) -> tuple[list[tuple[tuple[Hex, int, Side], ...]], int]:
    """The steps open to leaders out of each hex, and what the cheapest costs."""
    found = setting.ground.steps(setting.passage[MOVER])
    return found, min((price for steps in found for _, price, _ in steps), default=1)


def ride(table: Table, leader: LeaderId) -> dict[Hex, int]:
    """Every hex a leader can ride to by himself, with its price in half points; not his own."""
    found = _riding(table, leader).all()
    del found[table.leaders[leader]]
    return found


def rides(table: Table, leader: LeaderId) -> dict[Hex, int]:
    """The same, worked out once for a table."""
    return table.derived(("ride", leader), lambda: ride(table, leader))


def ride_to(table: Table, leader: LeaderId, to: Hex) -> int:
    """Half points for a ride to one hex, as ``ride`` has them; 0 where he cannot come."""
    side, ground = table.setting.leaders[leader].side, table.setting.ground
    if not ground.on_map(to) or is_barred(table, side, to):
        return 0
    return _riding(table, leader, to).cost(to) or 0


class LeaderOrders:
    """What a side may order its leaders to do in its movement segment.

    ``stood`` tells where each was when the segment began; ``led`` leaders have had their order;
    ``moved`` units have had theirs. A leader moves alone, or with one unit that he starts with.
    """

    __slots__ = ("led", "moved", "side", "stood", "table")

    def __init__(
        self,
        table: Table,
        side: str,
        stood: Places,
        led: tuple[LeaderId, ...] = (),
        moved: tuple[UnitId, ...] = (),
    ) -> None:
        self.table, self.side, self.led, self.moved = table, side, led, moved
        self.stood = dict(stood)

    @rule("PR-164")
    def against(self, order: LeadTo | Accompany) -> Reason | None:
        """Why the order cannot be given."""
        reason = self._bound(order.leader)
        if reason is not None:
            return reason
        if isinstance(order, Accompany):
            return self._against_company(order)
        if order.to == self.table.leaders[order.leader]:
            if order.leader in self.table.attached:
                return None
            return Reason("he is there already", "PR-164")
        if ride_to(self.table, order.leader, order.to):
            return None
        if self.table.setting.ground.on_map(order.to) and is_barred(
            self.table, self.side, order.to
        ):
            return Reason(f"the enemy holds {name(order.to)}, or covers it empty", "PR-164")
        return Reason(f"{name(order.to)} is too far for him", "PR-164")

    def _bound(self, leader: LeaderId) -> Reason | None:
        """Why the leader can have no order now."""
        printed = self.table.setting.leaders.get(leader)
        if printed is None or leader not in self.table.leaders:
            return Reason(f"there is no leader {leader} on the map", "P4.3")
        if printed.side != self.side:
            return Reason(f"{printed.name} is not yours to order", "P2.7")
        if leader in self.led:
            return Reason(f"{printed.name} has had his order in this segment", "PR-164")
        if self.stood.get(leader) != self.table.leaders[leader]:
            return Reason(f"{printed.name} has gone with a unit in this segment", "PR-164")
        return None

    def _against_company(self, order: Accompany) -> Reason | None:
        if order.unit not in friends_of(self.table, order.leader):
            return Reason("he can keep only to a unit of his hex", "PR-164")
        if self.table.attached.get(order.leader) == order.unit:
            return Reason("he keeps to it already", "PR-164")
        if order.unit in self.moved:
            return Reason("it has had its order, and he did not start with it", "PR-164")
        return None

    def free(self) -> list[LeaderId]:
        """The leaders who can have an order."""
        printed, side, stood = self.table.setting.leaders, self.side, self.stood
        here = [who for who, at in self.table.leaders.items() if stood.get(who) == at]
        return sorted([who for who in here if printed[who].side == side and who not in self.led])

    def __bool__(self) -> bool:
        around, prices = self.table.setting.ground.around, self.table.setting.passage[MOVER]
        for leader in self.free():
            at = self.table.leaders[leader]
            if leader in self.table.attached or next(self._companies(leader), None):
                return True
            for price, there in zip(prices[at], around[at], strict=True):
                if price and not is_barred(self.table, self.side, there):
                    return True
        return False

    def __iter__(self) -> Iterator[LeadTo | Accompany]:
        for leader in self.free():
            yield from self.of_leader(leader)

    def of_leader(self, leader: LeaderId) -> Iterator[LeadTo | Accompany]:
        """The orders open to one leader: other company, then hexes in order."""
        yield from self._companies(leader)
        for at in self._hexes(leader):
            yield LeadTo(leader, at)

    def _hexes(self, leader: LeaderId) -> list[Hex]:
        """Where a leader may be sent, in order; where he stands he may part from his unit."""
        hexes = list(rides(self.table, leader))
        if leader in self.table.attached:
            hexes.append(self.table.leaders[leader])
        return sorted(hexes)

    def _companies(self, leader: LeaderId) -> Iterator[Accompany]:
        for unit in sorted(friends_of(self.table, leader)):
            order = Accompany(leader, unit)
            if self._against_company(order) is None:
                yield order

    def count(self) -> int:
        return sum(1 for _ in self)

    def sample(self, leader: LeaderId, chooser: Chooser) -> LeadTo | Accompany | None:
        """One order of a leader by chance: other company, or a ride more or less straight on."""
        companies = list(self._companies(leader))
        if companies and not chooser.randrange(COMPANY_ONE_IN):
            return companies[chooser.randrange(len(companies))]
        at = self._ride_out(leader, chooser)
        if at != self.table.leaders[leader] or leader in self.table.attached:
            return LeadTo(leader, at)
        hexes = self._hexes(leader)
        if hexes:
            return LeadTo(leader, hexes[chooser.randrange(len(hexes))])
        return companies[0] if companies else None

    def _ride_out(self, leader: LeaderId, chooser: Chooser) -> Hex:
        """Where a ride by chance ends that keeps its direction, give or take a side."""
        table, at = self.table, self.table.leaders[leader]
        left = HALVES * int(table.setting.options.get("leader_move", MOVEMENT))
        prices, around = table.setting.passage[MOVER], table.setting.ground.around
        ahead = chooser.randrange(6)
        for _ in range(chooser.randrange(1 + left // HALVES)):
            side = (ahead + chooser.randrange(3) - 1) % 6
            price, there = prices[at][side], around[at][side]
            if price and price <= left and not is_barred(table, self.side, there):
                at, left = there, left - price
        return at


def carry_out_order(table: Table, order: LeadTo | Accompany) -> None:
    """A leader does as he is told."""
    if isinstance(order, Accompany):
        table.record(LeaderJoined(order.leader, order.unit))
    elif order.to == table.leaders[order.leader]:
        table.record(LeaderParted(order.leader))
    else:
        price = ride_to(table, order.leader, order.to)
        table.record(LeaderMoved(order.leader, order.to, price))


@rule("PR-164")
def find_company(table: Table, side: str) -> None:
    """Every leader of a side who keeps to nobody joins a unit of his hex."""
    for leader in sorted(table.leaders):
        if table.setting.leaders[leader].side == side and leader not in table.attached:
            join_someone(table, leader)


def join_someone(table: Table, leader: LeaderId) -> None:
    """A leader keeps from now on to a unit of his hex, if there is one."""
    unit = companion(table, leader)
    if unit is not None:
        table.record(LeaderJoined(leader, unit))


def places(table: Table, side: str) -> Places:
    """Where a side's leaders are."""
    held = table.setting.leaders
    return tuple((who, at) for who, at in sorted(table.leaders.items()) if held[who].side == side)


# --- arriving


@rule("P45.1")
def bring_leaders(table: Table, group: str, unit: UnitId) -> None:
    """Leaders of a group of reinforcements come on with the first unit of it that they command.

    One who commands nobody in particular in it comes with the first unit of all.
    """
    arrival = next(each for each in table.setting.arrivals if each.id == group)
    roster = table.setting.roster
    for leader in arrival.leaders:
        if leader in table.leaders or leader in table.removed:
            continue
        printed = table.setting.leaders[leader]
        own = [each for each in arrival.units if commands(table, printed, roster[each])]
        if not own or unit in own:
            table.record(LeaderArrived(leader, unit))


# --- going along


@rule("PR-16", "PR-164")
def settle_company(table: Table, units: Sequence[UnitId]) -> None:
    """Before units are driven off: who of the leaders with them goes, where nobody is asked.

    A leader stays where a friend stays; from a hex that empties he goes with those who leave.
    """
    for leader in _concerned(table, units):
        staying = [unit for unit in friends_of(table, leader) if unit not in units]
        going = [unit for unit in friends_of(table, leader) if unit in units]
        keeps_to = table.attached.get(leader)
        if staying and keeps_to in units:
            table.record(LeaderJoined(leader, staying[0]))
        elif not staying and keeps_to not in units:
            table.record(LeaderJoined(leader, going[0]))


def _concerned(table: Table, units: Sequence[UnitId]) -> tuple[LeaderId, ...]:
    """Leaders who keep to one of the units, or stand in their hexes and keep to nobody else."""
    if not table.leaders or not units:
        return ()
    side = table.side_of(units[0])
    hexes = {at for unit in units for at in table.pieces[unit].hexes}
    return tuple(
        leader
        for at in sorted(hexes)
        for leader in leaders_in(table, at, side)
        if table.attached.get(leader) in (None, *units)
    )


class LeadersFollow(Procedure, tag=True):
    """PR-16: units are about to be driven off; each leader with them goes along or stays.

    Where the table leaves choices to the owner he is asked for every leader.
    """

    units: tuple[UnitId, ...]
    waiting: tuple[LeaderId, ...] = ()

    @step("PR-16", "PR-164")
    def look(self, table: Table) -> Flow:
        self.units = tuple(unit for unit in self.units if unit in table.pieces)
        self.waiting = _concerned(table, self.units)
        if not self.waiting:
            return Done()
        if table.setting.options.get("leader_choice", "automatic") == "ask":
            return None
        settle_company(table, self.units)
        return Done()

    @step("PR-16")
    def next_leader(self, table: Table) -> Flow:
        """Nobody is asked to stay behind alone among the enemies in the hex."""
        if not self.waiting:
            return Done()
        if not self._would_be_lost(table, self.waiting[0]):
            return None
        self._take_along(table, self.waiting[0])
        self.waiting = self.waiting[1:]
        return Goto("next_leader")

    @step("PR-16", "P7.24")
    def ask(self, table: Table) -> Flow:
        side = table.side_of(self.units[0])
        return Ask(side, Choices([Pick(GO), Pick(STAY)], "PR-16"), "leader-goes-along")

    @step("PR-16", "PR-164")
    def decided(self, table: Table, choice: Action) -> Flow:
        leader, self.waiting = self.waiting[0], self.waiting[1:]
        friends = friends_of(table, leader)
        staying = [unit for unit in friends if unit not in self.units]
        if choice == Pick(GO):
            self._take_along(table, leader)
        elif staying:
            table.record(LeaderJoined(leader, staying[0]))
        else:
            table.record(LeaderParted(leader))
        return Goto("next_leader")

    def _would_be_lost(self, table: Table, leader: LeaderId) -> bool:
        staying = [unit for unit in friends_of(table, leader) if unit not in self.units]
        side = table.setting.leaders[leader].side
        return not staying and table.has_enemy(table.leaders[leader], side)

    def _take_along(self, table: Table, leader: LeaderId) -> None:
        if table.attached.get(leader) not in self.units:
            friends = friends_of(table, leader)
            table.record(LeaderJoined(leader, next(unit for unit in friends if unit in self.units)))
