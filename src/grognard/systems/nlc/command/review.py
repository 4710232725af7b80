"""Step 2 (N12.3.1): success, failure at night, and confidence (N12.8, N12.10, N16.3, A6)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Account, Call, Done, Flow, Goto, Item, Procedure, Roll, rule, step
from grognard.systems.nlc import demoralization
from grognard.systems.nlc.command import bodies
from grognard.systems.nlc.command.compliance import in_sides, is_night
from grognard.systems.nlc.command.complying import comply
from grognard.systems.nlc.command.failure import Fail
from grognard.systems.nlc.command.order_events import ConfidenceTested
from grognard.systems.nlc.command.success import (
    PRESSED,
    awaits_chief,
    controls,
    has_succeeded,
    meet_chief,
    occupies_target,
    succeed,
)
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.movement.zones import ATTACK_TYPE
from grognard.systems.nlc.records import Force, ForceId
from grognard.systems.nlc.setting import SideId
from grognard.systems.nlc.table import Table


class Review(Procedure, tag=True):
    """Every body in turn: has its order succeeded, does it fail, does its leader lose heart?"""

    place: int = 0
    force: ForceId = ""
    caller: str = ""

    @step("N12.3.1", "N12.8.1", "N12.5.2", "N12.5.6")
    def see_success(self, table: Table) -> Flow:
        names = in_sides(table)
        if self.place >= len(names):
            return Done()
        force = table.forces[names[self.place]]
        self.force, self.caller = force.id, bodies.caller(table, force.id)
        if not _is_there(table, force):
            return Goto("next_body")
        if has_succeeded(table, force):
            succeed(table, force.id)
        elif awaits_chief(force):
            meet_chief(table, force.id)
        elif _has_come(table, force):
            comply(table, force.id, force.queue, "link", keep_waiting=True)
        return None

    @step("N16.3", "N12.9.6", "NM.6", "A19")
    def see_failure(self, table: Table) -> Flow:
        force = self._force(table)
        if force.formation and fails_at_night(table, force):
            return Call(Fail(force.id, "night"), then="next_body")
        if is_idle(table, force):
            return Call(Fail(force.id, "idle"), then="next_body")
        return None if must_test(table, force) else Goto("next_body")

    @step("N12.10.3")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", "confidence", self.caller)

    @step("N12.10.3", "N12.10.4", "NT.4")
    def weigh(self, table: Table, dice: tuple[int, ...]) -> Flow:
        force = self._force(table)
        account = confidence(table, force)
        held = dice[0] <= account.total
        leader = bodies.leader_of(table, force.id)
        table.record(ConfidenceTested(force.side, force.id, leader, account, dice[0], held))
        return None if held else Call(Fail(force.id, "confidence"))

    @step("N12.3.2")
    def next_body(self, table: Table) -> Flow:
        self.place += 1
        return Goto("see_success")

    def _force(self, table: Table) -> Force:
        return table.forces[self.force]

    def masked(self, table: Table, side: SideId) -> Review:
        """What the other side sees: not which part of a formation is looked at, nor how many are."""
        own = self.force in table.forces and table.forces[self.force].side == side
        return self if own else Review(0, bodies.known_as(self.force), self.caller)


def _is_there(table: Table, force: Force) -> bool:
    """Is there anybody on the map whom the order concerns?"""
    if force.formation:
        return bool(table.units_under(force.id))
    return bool(bodies.places(table, force.id))


@rule("N12.5.6", "R-12.5")
def _has_come(table: Table, force: Force) -> bool:
    """Is it the day of an attack for which the body has been waiting?"""
    return bool(force.queue) and 0 < force.queue[0].not_before <= table.turn


@rule("N16.3", "A19")
def fails_at_night(table: Table, force: Force) -> bool:
    """At night an attack fails that holds no part of its target."""
    return is_night(table) and force.type in ATTACK_TYPE and not occupies_target(table, force)


@rule("NM.5", "NM.6", "NM.8")
def is_idle(table: Table, force: Force) -> bool:
    """With a player for each formation: did an attack do nothing in the last turn?"""
    if not table.setting.on("multiplayer_command") or force.type not in ATTACK_TYPE:
        return False
    return force.since < table.turn and f"{PRESSED}{table.turn - 1}" not in force.marks


@rule("N12.10.1", "N12.10.2", "N12.2I.7", "R-12.10", "NM.4")
def must_test(table: Table, force: Force) -> bool:
    """Does the body test its confidence: after losses, to attack, or demoralized to defend?"""
    if table.setting.on("multiplayer_command") or not force.formation:
        return False
    if not 0 < force.loss_turn < table.turn:
        return False
    kind = table.setting.cards.order(force.type).type
    return kind == "attack" or (kind == "defend" and demoralization.is_demoralized(table, force.id))


@rule("N12.10.3", "NT.4", "R-12.2h")
def confidence(table: Table, force: Force) -> Account:
    """What a die must not exceed, item by item."""
    return Account.of(_confidence(table, force))


def _confidence(table: Table, force: Force) -> Iterator[Item]:
    cards = table.setting.cards
    yield Item(bodies.rating_of(table, force.id), "the leader's rating", "N12.10.3")
    broken = demoralization.is_demoralized(table, force.id)
    if force.type in ATTACK_TYPE:
        name = "attack_or_probe_demoralized" if broken else "attack_or_probe"
        yield Item(cards.confidence(name), "on the attack", "NT.4")
    else:
        yield Item(cards.confidence("defend_or_delay_demoralized"), "on the defence", "NT.4")
    held = any(controls(table, force, at) for at in force.order.target)
    if force.type is OrderType.ATTACK and held:
        yield Item(cards.confidence("objective_held"), "the objective is held", "NT.4")
