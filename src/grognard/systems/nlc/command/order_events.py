"""What happens to orders. All of it is known to its own side alone, unless orders lie open."""

from __future__ import annotations

from typing import ClassVar, Self

import msgspec

from grognard.kernel import Account, rule
from grognard.systems.nlc.events import Fact, Secret
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.records import Dispatch, Force, ForceId
from grognard.systems.nlc.setting import LeaderId, Order, Sequence, UnitId
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

MOVING = (OrderType.MARCH, OrderType.FALL_BACK, OrderType.GENERAL_RETREAT)
"""Orders by which a headquarters moves (N11.5.1)."""


class CommandOpened(Fact, frozen=True, tag=True):
    """A command phase began: nobody has given orders yet, and chiefs look for their quarters."""

    clauses: ClassVar[tuple[str, ...]] = ("N12.3.1", "N12.12.2")

    def change(self, table: Table) -> None:
        quarters = table.writable("quarters")
        for name, held in list(quarters.items()):
            if held.stirred or held.stirring:
                quarters[name] = replace(held, stirred=held.stirring, stirring=False)
        leaders = table.writable("leaders")
        for name, general in list(leaders.items()):
            away = count_away(table, name)
            if general.sent or general.away != away:
                leaders[name] = replace(general, sent=0, away=away)


@rule("N12.12.2", "N12.12.3", "R-12.12")
def count_away(table: Table, leader: LeaderId) -> int:
    """Command phases in a row, this one included, that found a chief without an HQ at rest."""
    held = [hq for hq in table.setting.headquarters.values() if hq.commander == leader]
    general = table.leaders[leader]
    if not held or not general.at:
        return 0
    now = table.quarters[held[0].id]
    lost = now.destroyed_on and not now.at
    resting = now.at == general.at and not now.stirred
    return 0 if lost or resting else general.away + 1


class QuartersOnTheMove(Fact, frozen=True, tag=True):
    """Headquarters that have an order to move count as moving this turn (R-11.5)."""

    clauses: ClassVar[tuple[str, ...]] = ("N11.5.3",)

    def change(self, table: Table) -> None:
        for name in table.setting.headquarters:
            _stir(table, name)


def _stir(table: Table, name: str) -> None:
    force, held = table.forces.get(name), table.quarters.get(name)
    if force and held and force.type in MOVING and not held.stirring:
        table.writable("quarters")[name] = replace(held, stirring=True)


class OrderSent(Secret, frozen=True, tag=True):
    """A commander gave an order (N12.4.1); one to everybody counts once."""

    dispatch: Dispatch
    counted: bool = True
    clauses: ClassVar[tuple[str, ...]] = ("N12.4.1", "N12.6.1", "N12.6.2")
    quiet: ClassVar[bool] = False

    def change(self, table: Table) -> None:
        table.touched()
        table.transit = (*table.transit, self.dispatch)
        general = table.leaders[self.dispatch.sender]
        if self.counted:
            table.writable("leaders")[general.id] = replace(general, sent=general.sent + 1)


class Instructed(Secret, frozen=True, tag=True):
    """A side's commanders arranged something among themselves; what it was is theirs."""

    clauses: ClassVar[tuple[str, ...]] = ("N12.3.1",)
    quiet: ClassVar[bool] = False


class DecisionRecorded(Secret, frozen=True, tag=True):
    """A leader thinks of acting by himself (N12.11.1)."""

    dispatch: Dispatch
    clauses: ClassVar[tuple[str, ...]] = ("N12.11.1",)
    quiet: ClassVar[bool] = False

    def change(self, table: Table) -> None:
        table.touched()
        table.transit = (*table.transit, self.dispatch)


class DecisionSettled(Secret, frozen=True, tag=True):
    """What a leader thought of is settled, one way or another."""

    number: int

    def change(self, table: Table) -> None:
        _take_out(table, self.number)


def _take_out(table: Table, number: int) -> None:
    table.touched()
    table.transit = tuple(held for held in table.transit if held.number != number)


class OrderIgnored(Secret, frozen=True, tag=True):
    """An order came to nothing; ``number`` if it was on its way, 0 if it was waiting."""

    force: ForceId
    orders: Sequence
    why: str
    number: int = 0
    clauses: ClassVar[tuple[str, ...]] = ("N12.6.4", "N12.7.3")

    def change(self, table: Table) -> None:
        if self.number:
            _take_out(table, self.number)
        elif self.force in table.forces:
            held = table.forces[self.force]
            table.writable("forces")[held.id] = replace(held, waiting=None)


class OrderDelayed(Secret, frozen=True, tag=True):
    """An order was received and waits to be complied with (N12.7.5, N12.7.6, N16.5)."""

    force: Force
    number: int = 0
    clauses: ClassVar[tuple[str, ...]] = ("N12.7.5", "N12.7.6", "N16.5")

    def change(self, table: Table) -> None:
        table.writable("forces")[self.force.id] = self.force
        if self.number:
            _take_out(table, self.number)


class Complied(Secret, frozen=True, tag=True):
    """A body follows an order from now on; what it was ordered before is cancelled (N12.9.1).

    ``how`` says why: compliance, delay, dawn, link, success, local, bad-move, failure, blocked,
    choice, assign. ``shown`` when orders lie open on the table.
    """

    force: Force
    before: Order
    how: str
    number: int = 0
    shown: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("N12.7.4", "N12.9.1")

    def cites(self) -> tuple[str, ...]:
        return CHANGES.get(self.how, self.clauses)

    def change(self, table: Table) -> None:
        table.writable("forces")[self.force.id] = self.force
        _stir(table, self.force.id)
        if self.number:
            _take_out(table, self.number)

    def seen_by(self, side: str) -> Self | None:
        if side == self.side or not self.shown:
            return self if side == self.side else None
        force = self.force
        bare = Force(force.id, force.side, force.formation, force.leader, force.order)
        return replace(self, force=bare, number=0)


CHANGES = {
    "delay": ("N12.7.5", "N12.7.6"), "dawn": ("N16.5",), "link": ("N12.5.2",),
    "success": ("N12.8.2",), "local": ("N12.11.2",), "bad-move": ("N12.11.3",),
    "failure": ("N12.9.7",), "blocked": ("N12.2E.4", "N12.9.2"), "choice": ("NM.4",),
    "assign": ("N12.2H.1", "N12.2H.2"),
}  # fmt: skip
"""Why a body follows another order than before, and the clauses behind it."""


class Detached(Secret, frozen=True, tag=True):
    """Units obey an order of their own from now on: a division, or a part of a march."""

    force: Force
    units: tuple[UnitId, ...]
    clauses: ClassVar[tuple[str, ...]] = ("N12.13.4", "N12.9.4")

    def change(self, table: Table) -> None:
        table.writable("forces")[self.force.id] = self.force
        under = table.writable("under")
        for unit in self.units:
            under[unit] = self.force.id
        if self.force.formation in table.active and self.force.id not in table.active:
            table.active = (*table.active, self.force.id)


class ComplianceTested(Secret, frozen=True, tag=True):
    """Two dice on the compliance table (N12.7.1); ``result`` is what a demoralized body made of it."""

    force: ForceId
    leader: LeaderId
    account: Account
    column: int
    dice: tuple[int, ...]
    result: str
    clauses: ClassVar[tuple[str, ...]] = ("N12.7.1", "N15.3")
    quiet: ClassVar[bool] = False


class DelayTested(Secret, frozen=True, tag=True):
    """A die for an order that waits (N12.7.6)."""

    force: ForceId
    state: str
    die: int
    needed: int
    clauses: ClassVar[tuple[str, ...]] = ("N12.7.6",)
    quiet: ClassVar[bool] = False


class ConfidenceTested(Secret, frozen=True, tag=True):
    """A die against the confidence of a body that has lost men under its order (N12.10.3)."""

    force: ForceId
    leader: LeaderId
    account: Account
    die: int
    held: bool
    clauses: ClassVar[tuple[str, ...]] = ("N12.10.1", "N12.10.3")
    quiet: ClassVar[bool] = False


class DecisionTested(Secret, frozen=True, tag=True):
    """Two dice for a local decision (N12.11.2)."""

    leader: LeaderId
    account: Account
    dice: tuple[int, ...]
    result: str
    clauses: ClassVar[tuple[str, ...]] = ("N12.11.2", "N12.11.4")
    quiet: ClassVar[bool] = False


class BadMoveMade(Fact, frozen=True, tag=True):
    """The enemy put an order into a leader's head, or let it pass; both sides know (N12.11.3)."""

    leader: LeaderId
    orders: Sequence
    clauses: ClassVar[tuple[str, ...]] = ("N12.11.2", "N12.11.3")


class OrderSucceeded(Secret, frozen=True, tag=True):
    """A march or an attack reached what it was for (N12.8.1)."""

    force: ForceId
    order: Order
    clauses: ClassVar[tuple[str, ...]] = ("N12.8.1",)


class OrderFailed(Secret, frozen=True, tag=True):
    """An order failed, and all that was to follow it with it (N12.9.6-8, N12.5.7)."""

    force: ForceId
    order: Order
    why: str
    clauses: ClassVar[tuple[str, ...]] = ("N12.9.6", "N12.9.8", "N12.5.7")

    def change(self, table: Table) -> None:
        held = table.forces[self.force]
        marks = tuple(mark for mark in held.marks if mark != SHAKEN)
        changed = replace(held, queue=(), waiting=None, marks=marks)
        table.writable("forces")[held.id] = changed


SHAKEN = "shaken"
"""The mark of a body in reserve whose leader was displaced or saw men of his hex retreat."""


class LeaderMarked(Secret, frozen=True, tag=True):
    """An optional rule lays something on a leader; ``instead`` is a mark that it replaces."""

    leader: LeaderId
    mark: str
    instead: str = ""

    def change(self, table: Table) -> None:
        general = table.leaders[self.leader]
        kept = {mark for mark in general.marks if mark != self.instead}
        marks = tuple(sorted({*kept, self.mark} if self.mark else kept))
        table.writable("leaders")[general.id] = replace(general, marks=marks)


class TookOver(Secret, frozen=True, tag=True):
    """A wing commander leads a formation himself, or no longer (N12.14.8)."""

    leader: LeaderId
    formation: str
    clauses: ClassVar[tuple[str, ...]] = ("N12.14.8",)
    quiet: ClassVar[bool] = False

    def change(self, table: Table) -> None:
        general = table.leaders[self.leader]
        table.writable("leaders")[general.id] = replace(general, leads=self.formation)
