"""Facts about leaders: where they go, with whom, and what befalls them (rule 7).

None of them tells what a leader's counter prints. Accounts that hold his bonus, in the events of
fire, melee and morale, are masked for the enemy by ``masked``.
"""

from __future__ import annotations

from typing import ClassVar, Final

from grognard.kernel import Account, Item
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.events.facts import Fact
from grognard.systems.bataille.pieces import LeaderId, UnitId
from grognard.systems.bataille.table import Table

BONUS: Final = "P7.1"
AGAINST: Final = "P7.24"
LOSS: Final = "P31.9"
"""Clauses of the items in an account that hold a number printed on a leader: of one's own, of the
defender's in a melee, of one who was struck."""

DEAD: Final = "dead"
CAPTURED: Final = "captured"
WOUNDED: Final = "wounded:"
GRAZED: Final = "grazed"
"""What has become of a leader. A wound is followed by the turn he comes back; one who is only
grazed stays where he is, and heartens nobody until those about him have checked (PR-14)."""


def masked(account: Account, clauses: tuple[str, ...] = (BONUS, LOSS)) -> Account:
    """An account as the enemy of its owner hears it: which leader, not how much he is worth.

    >>> masked(Account.of([Item(3, "Girard", "P7.1"), Item(-3, "disordered", "P30.3")])).total
    -3
    """
    return Account.of(
        Item(0, item.reason, item.clause) if item.clause in clauses else item for item in account
    )


# --- going about


class LeaderMoved(Fact, frozen=True, tag=True):
    """A leader rode by himself; ``cost`` is in half points (PR-164)."""

    leader: LeaderId
    to: Hex
    cost: int = 0
    clauses: ClassVar[tuple[str, ...]] = ("PR-164",)

    def change(self, table: Table) -> None:
        _place(table, self.leader, self.to)


class LeaderJoined(Fact, frozen=True, tag=True):
    """A leader keeps to a unit from now on, and goes where it goes (PR-16, PR-164)."""

    leader: LeaderId
    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("PR-16", "PR-164")

    def change(self, table: Table) -> None:
        _join(table, self.leader, self.unit)


class LeaderParted(Fact, frozen=True, tag=True):
    """A leader stays behind when his unit goes (PR-164)."""

    leader: LeaderId
    clauses: ClassVar[tuple[str, ...]] = ("PR-164",)

    def change(self, table: Table) -> None:
        table.writable("attached").pop(self.leader, None)


class LeaderArrived(Fact, frozen=True, tag=True):
    """A leader came onto the map with a unit of his group (P45.1)."""

    leader: LeaderId
    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("P45.1",)

    def change(self, table: Table) -> None:
        _join(table, self.leader, self.unit)


class LeaderFellBack(Fact, frozen=True, tag=True):
    """A leader left a hex that was about to be assaulted (P7.20, P29.5)."""

    leader: LeaderId
    to: Hex
    clauses: ClassVar[tuple[str, ...]] = ("P7.20", "P29.5")

    def change(self, table: Table) -> None:
        _place(table, self.leader, self.to)


class LeaderDisplaced(Fact, frozen=True, tag=True):
    """A leader whom nobody covered any more made off to safety (P7.18, PR-164)."""

    leader: LeaderId
    came_from: Hex
    to: Hex
    clauses: ClassVar[tuple[str, ...]] = ("P7.18", "PR-164")

    def change(self, table: Table) -> None:
        _place(table, self.leader, self.to)


# --- harm


class LeaderCaptured(Fact, frozen=True, tag=True):
    """A leader was taken: surrounded, surrendered, caught alone by horse, or in melee (P7.15).

    ``cause``: surrounded, surrendered, cavalry, no-way or melee.
    """

    leader: LeaderId
    at: Hex
    cause: str
    clauses: ClassVar[tuple[str, ...]] = ("P7.15", "P7.19", "P7.22")

    def change(self, table: Table) -> None:
        _take_off(table, self.leader, CAPTURED)


class LeaderPicked(Fact, frozen=True, tag=True):
    """It fell on this leader of several; ``die`` is 0 where he was drawn by lot (P7.23)."""

    leader: LeaderId
    at: Hex
    die: int = 0
    clauses: ClassVar[tuple[str, ...]] = ("P7.23",)


class LeaderHit(Fact, frozen=True, tag=True):
    """A leader became a casualty: the die and the wound it means (P7.10).

    ``again``: he cannot be captured by fire, so the die is thrown once more (P7.15).
    """

    leader: LeaderId
    at: Hex
    by: str
    die: int
    wound: str
    again: bool = False
    clauses: ClassVar[tuple[str, ...]] = ("P7.10",)


class LeaderKilled(Fact, frozen=True, tag=True):
    """A leader is dead (P7.11, P7.12)."""

    leader: LeaderId
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("P7.11", "P7.12")

    def change(self, table: Table) -> None:
        _take_off(table, self.leader, DEAD)


class LeaderWounded(Fact, frozen=True, tag=True):
    """A leader is out of the battle for so many hours, until the turn named (P7.13, P7.14)."""

    leader: LeaderId
    at: Hex
    dice: tuple[int, ...]
    hours: int
    until: int
    clauses: ClassVar[tuple[str, ...]] = ("P7.13", "P7.14")

    def change(self, table: Table) -> None:
        _take_off(table, self.leader, f"{WOUNDED}{self.until}")


class LeaderStunned(Fact, frozen=True, tag=True):
    """A leader is out of the battle for so many turns, until the turn named."""

    leader: LeaderId
    at: Hex
    turns: int
    until: int
    clauses: ClassVar[tuple[str, ...]] = ("P7.10",)

    def change(self, table: Table) -> None:
        _take_off(table, self.leader, f"{WOUNDED}{self.until}")


class LeaderGrazed(Fact, frozen=True, tag=True):
    """A flesh wound: no time lost, but those about him have seen it (P7.16, PR-14)."""

    leader: LeaderId
    at: Hex
    clauses: ClassVar[tuple[str, ...]] = ("P7.16",)

    def change(self, table: Table) -> None:
        table.writable("removed")[self.leader] = GRAZED


class LeaderSteadied(Fact, frozen=True, tag=True):
    """A leader who was grazed is himself again (P7.16)."""

    leader: LeaderId
    clauses: ClassVar[tuple[str, ...]] = ("P7.16",)

    def change(self, table: Table) -> None:
        table.writable("removed").pop(self.leader, None)


class LeaderReturned(Fact, frozen=True, tag=True):
    """A wounded leader came back, with a unit of his command (PR-164)."""

    leader: LeaderId
    unit: UnitId
    clauses: ClassVar[tuple[str, ...]] = ("P7.13", "PR-164")

    def change(self, table: Table) -> None:
        table.writable("removed").pop(self.leader, None)
        _join(table, self.leader, self.unit)


# --- how the table holds it


def _place(table: Table, leader: LeaderId, to: Hex) -> None:
    table.writable("leaders")[leader] = to
    table.writable("attached").pop(leader, None)


def _join(table: Table, leader: LeaderId, unit: UnitId) -> None:
    piece = table.pieces[unit]
    if table.leaders.get(leader) not in piece.hexes:
        table.writable("leaders")[leader] = piece.at
    table.writable("attached")[leader] = unit


def _take_off(table: Table, leader: LeaderId, fate: str) -> None:
    table.writable("leaders").pop(leader, None)
    table.writable("attached").pop(leader, None)
    table.writable("removed")[leader] = fate
