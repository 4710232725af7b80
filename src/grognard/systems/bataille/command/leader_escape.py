"""Leaders out of the enemy's way: before an assault, after the loss of their men (P7.18-P7.22)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from grognard.kernel import Action, Ask, Done, Flow, Goto, Judged, Procedure, Reason, rule, step
from grognard.mechanics.hexes import Hex, distance, name, ring, side_towards
from grognard.systems.bataille.actions import FallBack, Finish
from grognard.systems.bataille.command.leader_moves import MOVER, join_someone
from grognard.systems.bataille.command.leaders import is_alone, leaders_in
from grognard.systems.bataille.events.leaders import (
    LeaderCaptured,
    LeaderDisplaced,
    LeaderFellBack,
)
from grognard.systems.bataille.marks import CHARGED
from grognard.systems.bataille.pieces import Arm, LeaderId, UnitId
from grognard.systems.bataille.table import Table

REPLACED: Final = "replaced"
SURRENDERED: Final = "surrendered"

# --- slipping away before an assault


@rule("P7.21", "PR-16")
def may_leave(table: Table, leader: LeaderId, attackers: Sequence[UnitId]) -> Reason | None:
    """Why a leader may not leave an assaulted hex by himself: never before a charge."""
    if any(CHARGED in table.pieces[foe].marks for foe in attackers if foe in table.pieces):
        printed = table.setting.leaders[leader]
        return Reason(f"{printed.name} cannot leave before a charge", "P7.21")
    return None


@rule("P7.20", "P29.5", "P29.7")
def safe_hexes(table: Table, leader: LeaderId, attackers: Sequence[UnitId]) -> tuple[Hex, ...]:
    """The nearest hexes to which a leader may slip away."""
    around = table.setting.ground.around[table.leaders[leader]]
    return tuple(
        at for at in sorted(filter(None, around)) if no_way(table, leader, attackers, at) is None
    )


@rule("P7.20", "P29.5", "P29.7", "P29.8")
def no_way(table: Table, leader: LeaderId, attackers: Sequence[UnitId], to: Hex) -> Reason | None:
    """Why a leader may not slip away to a hex: an enemy, a zone, nearer to them, or too far."""
    side, at = table.setting.leaders[leader].side, table.leaders[leader]
    towards = side_towards(at, to)
    if towards is None or not table.setting.passage[MOVER][at][towards]:
        return Reason(f"no way leads from {name(at)} to {name(to)} at once", "P29.5")
    if table.has_enemy(to, side) or table.zone_over(to, table.setting.enemy(side)):
        return Reason(f"{name(to)} is under an enemy zone of influence", "P29.7")
    foes = [there for foe in attackers for there in table.pieces[foe].hexes]
    if any(distance(to, foe) < distance(at, foe) for foe in foes):
        return Reason(f"{name(to)} is nearer to the enemy", "P29.8")
    return None


class LeadersSlipAway(Procedure, tag=True):
    """P7.20, P29.5: leaders in a hex that is assaulted may leave it. Each is asked about in turn."""

    target: Hex
    attackers: tuple[UnitId, ...]
    waiting: tuple[LeaderId, ...] = ()

    @step("P7.20", "P7.21", "P29.5")
    def line_up(self, table: Table) -> Flow:
        side = table.setting.enemy(table.side_of(self.attackers[0]))
        self.waiting = tuple(
            leader
            for leader in leaders_in(table, self.target, side)
            if may_leave(table, leader, self.attackers) is None
            and safe_hexes(table, leader, self.attackers)
        )
        return None

    @step("P29.5")
    def next_leader(self, table: Table) -> Flow:
        return None if self.waiting else Done()

    @step("P7.20", "P29.5")
    def ask(self, table: Table) -> Flow:
        leader = self.waiting[0]
        ways = [FallBack(leader, at) for at in safe_hexes(table, leader, self.attackers)]
        side = table.setting.leaders[leader].side
        judge = partial(self._against, table)
        options = Judged(judge, [Finish(), *ways], Finish, FallBack, sifted=True)
        return Ask(side, options, "leader-slips-away")

    @step("P7.20", "P29.5")
    def slip_away(self, table: Table, order: Action) -> Flow:
        leader, self.waiting = self.waiting[0], self.waiting[1:]
        if isinstance(order, FallBack):
            table.record(LeaderFellBack(leader, order.to))
            join_someone(table, leader)
        return Goto("next_leader")

    @rule("P7.21", "P29.5")
    def _against(self, table: Table, order: FallBack | Finish) -> Reason | None:
        if isinstance(order, Finish):
            return None
        leader = self.waiting[0]
        if order.unit == leader:
            return no_way(table, leader, self.attackers, order.to)
        his = table.setting.leaders.get(order.unit)
        barred = may_leave(table, his.id, self.attackers) if his else None
        name_ = table.setting.leaders[leader].name
        return barred or Reason(f"it is {name_} who may ride off now", "P29.5")


# --- uncovered


@rule("P7.18", "PR-164")
def refuge(table: Table, side: str, hexes: Sequence[Hex]) -> Hex:
    """The nearest hex free of enemies and their zones, friends first, then the lowest; 0 if none."""
    ground, cards = table.setting.ground, table.setting.cards
    enemy = table.setting.enemy(side)
    for away in range(1, ground.columns + ground.rows):
        near = {there for at in hexes for there in ring(at, away) if ground.on_map(there)}
        found = [
            (not table.stack(there), there)
            for there in near
            if min(distance(at, there) for at in hexes) == away
            and not table.has_enemy(there, side)
            and not table.is_covered(there, enemy)
            and cards.terrain(ground.terrain[there]).cost[MOVER] is not None
        ]
        if found:
            return min(found)[1]
    return 0


@rule("P7.19")
def is_surrounded(table: Table, side: str, hexes: Sequence[Hex]) -> bool:
    """Do enemy units hold every hex around these? The edge of the map leaves a way out."""
    around = {there for at in hexes for there in table.setting.ground.around[at]}
    return all(there and table.has_enemy(there, side) for there in around - set(hexes))


@rule("P7.18", "PR-164")
def displace(table: Table, leader: LeaderId, hexes: Sequence[Hex]) -> None:
    """A leader makes off to the nearest refuge; without one he is captured."""
    at = table.leaders[leader]
    to = refuge(table, table.setting.leaders[leader].side, hexes)
    if not to:
        table.record(LeaderCaptured(leader, at, "no-way"))
        return
    table.record(LeaderDisplaced(leader, at, to))
    join_someone(table, leader)


@rule("P7.18", "P7.19", "PR-80", "PR-164")
def after_loss(table: Table, unit: UnitId, hexes: Sequence[Hex]) -> None:
    """A unit is gone from these hexes: leaders there join others, make off, or are captured.

    To be called when the removal has been recorded.
    """
    if not table.leaders or table.removed.get(unit) == REPLACED:
        return
    side = table.side_of(unit)
    for leader in [who for at in hexes for who in leaders_in(table, at, side)]:
        if not is_alone(table, leader):
            if leader not in table.attached:
                join_someone(table, leader)
        elif table.removed.get(unit) == SURRENDERED:
            table.record(LeaderCaptured(leader, table.leaders[leader], SURRENDERED))
        elif is_surrounded(table, side, hexes):
            table.record(LeaderCaptured(leader, table.leaders[leader], "surrounded"))
        else:
            displace(table, leader, hexes)


@rule("P7.22", "PR-164")
def clear_way(table: Table, unit: UnitId, *, captures: bool) -> None:
    """A unit has entered hexes: enemy leaders alone there are taken by horse, or make off.

    ``captures``: the unit moves or charges; otherwise even horse only chases them away.
    """
    note_entry(table, unit)
    if not table.leaders or unit not in table.pieces:
        return
    horse = table.printed(unit).arm is Arm.CAVALRY
    enemy = table.setting.enemy(table.side_of(unit))
    for at in table.pieces[unit].hexes:
        for leader in leaders_in(table, at, enemy):
            if not is_alone(table, leader):
                continue
            if horse and captures:
                table.record(LeaderCaptured(leader, at, "cavalry"))
            else:
                displace(table, leader, (at,))

    uncover(table, table.side_of(unit))


@rule("P7.18", "PR-164")
def uncover(table: Table, side: str) -> None:
    """Leaders make off whom their own have left with the enemy: horse may stand upon a square that marches away."""
    for leader, at in list(table.leaders.items()):
        if table.setting.leaders[leader].side == side and table.has_enemy(at, side):
            if is_alone(table, leader):
                displace(table, leader, (at,))


def note_entry(table: Table, unit: UnitId) -> None:
    """Tell the edition that a unit has entered the hexes in which it is."""
    entered = table.setting.reglement.entered
    if entered is not None and unit in table.pieces:
        entered(table, unit)
