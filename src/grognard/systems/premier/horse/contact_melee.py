"""The compulsory melees of units in contact (P32.8, P39.17, P40.14): first thing in the segment.

The phasing unit attacks, whichever way it faces; comrades of its arm may join. Nobody slips away
from a reaction or an opportunity charge. If either side has gone in the meantime it lapses.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations

import msgspec

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Flow,
    Goto,
    Judged,
    Procedure,
    Reason,
    rule,
    step,
)
from grognard.mechanics.hexes import Hex, distance, name
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.horse.contacts import (
    COUNTER_CHARGES,
    contacts_of,
    lance_counts,
    lift_contact,
)
from grognard.systems.bataille.marks import DECLINED, OPP_CHARGED, REACTED, RUN, UNRECALLED
from grognard.systems.bataille.melee.assault_options import AssaultOptions, may_join
from grognard.systems.bataille.melee.melee import defenders_of
from grognard.systems.bataille.ownership import not_ours
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import AssaultLapsed
from grognard.systems.premier.horse.contact_marks import still_touch
from grognard.systems.premier.melee.assault import AssaultByMelee


class Fought(msgspec.Struct, frozen=True):
    """Who has attacked, and which hexes have been assaulted: both only once in a segment."""

    units: tuple[UnitId, ...] = ()
    hexes: tuple[Hex, ...] = ()


class ContactMelees(Procedure, tag=True):
    """P39.17, P40.14: all compulsory melees of a side, one after the other. Result: ``Fought``."""

    side: str
    fought: Fought = Fought()
    bound: tuple[UnitId, ...] = ()
    target: Hex = 0

    @step("P32.8", "P35.3", "P39.17", "P40.14")
    def next_contact(self, table: Table) -> Flow:
        found = first_contact(table, self.side, self.fought)
        if found is None:
            return Done(self.fought)
        one, other = found
        if not still_touch(table, one, other):
            table.record(AssaultLapsed(_at(table, other), (one,)))
            lift_contact(table, one, other)
            return Goto("next_contact")
        self.target = struck(table, one, other)
        self.bound = bound_to(table, self.side, self.target, self.fought)
        return None if self._options(table) else Goto("fight")

    @step("P39.25", "P40.12", "P35.16")
    def ask(self, table: Table) -> Flow:
        options = Judged(partial(self._against, table), self._options(table), Assault, sifted=True)
        return Ask(self.side, options, "join-contact")

    @step("P39.25", "P35.16")
    def joined(self, table: Table, order: Action) -> Flow:
        assert isinstance(order, Assault)
        self.bound = order.units
        return None

    @step("P39.17", "P39.19", "P39.20", "P39.22", "P40.13", "P40.14", "PR-120", "PR-124")
    def fight(self, table: Table) -> Flow:
        foes = defenders_of(table, self.target, self.side)
        marks = {unit: table.pieces[unit].marks for unit in (*self.bound, *foes)}
        met = any(mark in marks[foe] for foe in foes for mark in COUNTER_CHARGES)
        reacted = any(REACTED in marks[foe] for foe in foes)
        assault = AssaultByMelee(self.side, self.target, self.bound)
        assault.pinned = met
        assault.running = tuple(u for u in self.bound if RUN in marks[u] and not reacted)
        assault.unrecalled = tuple(u for u in self.bound if UNRECALLED in marks[u])
        assault.counter_charging = tuple(
            foe for foe in foes if lance_counts(table, foe, attacking=False)
        )
        return Call(assault)

    @step("P39.17", "P40.14")
    def part(self, table: Table) -> Flow:
        for unit in self.bound:
            if unit in table.pieces:
                for foe in contacts_of(table.pieces[unit]):
                    lift_contact(table, unit, foe)
        units = (*self.fought.units, *self.bound)
        self.fought = Fought(units, (*self.fought.hexes, self.target))
        self.bound = ()
        return Goto("next_contact")

    @rule("P32.11", "P35.16", "P38.13", "P39.17", "P39.25", "P40.12")
    def _against(self, table: Table, order: Assault) -> Reason | None:
        """What speaks against fighting this contact with these units."""
        if order.target != self.target or not set(self.bound) <= set(order.units):
            who = " and ".join(table.printed(unit).name for unit in self.bound)
            return Reason(f"{who} must fight in {name(self.target)}", "P39.17")
        if list(order.units) != sorted(set(order.units)):
            return Reason("name each unit once, in order", "P33.1")
        for unit in order.units:
            barred = None if unit in self.bound else self.no_comrade(table, unit)
            if barred is not None:
                return barred
        return may_join(table, self.target, order.units)

    def no_comrade(self, table: Table, unit: UnitId) -> Reason | None:
        """Why a comrade may not join the melee of those in contact."""
        barred = not_ours(table, unit, self.side, "P2.10")
        if barred is not None:
            return barred
        printed, marks = table.printed(unit), table.pieces[unit].marks
        if printed.arm is not table.printed(self.bound[0]).arm:
            return Reason(f"{printed.name} is of another arm", "P35.16")
        if contacts_of(table.pieces[unit]):
            return Reason(f"{printed.name} must fight an enemy of its own", "P39.17")
        if any(DECLINED + foe in marks for foe in table.stack(self.target)):
            return Reason(f"{printed.name} passed them by", "P38.13")
        fought = self.fought
        options = AssaultOptions(table, self.side, spent=fought.units, struck=fought.hexes)
        return options.against(unit, self.target)

    def _options(self, table: Table) -> list[Assault]:
        """Those in contact alone, or with comrades; nothing if no comrade could join."""
        free = [
            unit
            for unit in table.units_of(self.side)
            if unit not in self.bound
            and self.no_comrade(table, unit) is None
            and may_join(table, self.target, tuple(sorted((*self.bound, unit)))) is None
        ]
        if not free:
            return []
        groups = {
            tuple(sorted((*self.bound, *more)))
            for count in range(len(free) + 1)
            for more in combinations(free, count)
        }
        return [
            Assault(self.target, units)
            for units in sorted(groups)
            if may_join(table, self.target, units) is None
        ]


@rule("P32.8", "P39.17", "P40.14")
def first_contact(table: Table, side: str, fought: Fought) -> tuple[UnitId, UnitId] | None:
    """The next of the side's units that must fight, and the enemy it touches.

    Contacts of the charge segment come before those of the movement segment.
    """
    waiting = [
        (unit, foe)
        for unit in table.units_of(side)
        if unit not in fought.units
        for foe in contacts_of(table.pieces[unit])
    ]
    late = [pair for pair in waiting if _is_late(table, pair[1])]
    early = [pair for pair in waiting if pair not in late]
    return next(iter([*early, *late]), None)


def _is_late(table: Table, foe: UnitId) -> bool:
    return foe in table.pieces and OPP_CHARGED in table.pieces[foe].marks


def struck(table: Table, one: UnitId, other: UnitId) -> Hex:
    """The enemy's hex that the unit touches; the lowest of several."""
    own = table.pieces[one].hexes
    return min(
        table.pieces[other].hexes, key=lambda at: (min(distance(at, there) for there in own), at)
    )


def _at(table: Table, unit: UnitId) -> Hex:
    return table.pieces[unit].at if unit in table.pieces else 0


@rule("P39.17", "P40.14")
def bound_to(table: Table, side: str, target: Hex, fought: Fought) -> tuple[UnitId, ...]:
    """Everybody of the side who must fight for this hex."""
    there = table.stack(target)
    return tuple(
        sorted(
            unit
            for unit in table.units_of(side)
            if unit not in fought.units
            and any(
                foe in there and still_touch(table, unit, foe) and _reaches(table, unit, target)
                for foe in contacts_of(table.pieces[unit])
            )
        )
    )


def _reaches(table: Table, unit: UnitId, target: Hex) -> bool:
    return any(distance(at, target) <= 1 for at in table.pieces[unit].hexes)
