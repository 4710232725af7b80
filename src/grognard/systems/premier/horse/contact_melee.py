"""The compulsory melees of units in contact (P32.8, P39.17, P40.14): first thing in the segment.

The phasing unit attacks, whichever way it faces; comrades of its arm may join. Nobody slips away
from a reaction or an opportunity charge. If either side has gone in the meantime it lapses.
"""

from __future__ import annotations

from itertools import combinations

import msgspec

from grognard.kernel import Action, Ask, Call, Choices, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, distance
from grognard.systems.bataille.actions import Assault
from grognard.systems.bataille.events.melee import AssaultLapsed
from grognard.systems.bataille.horse.contacts import COUNTER_CHARGES, contacts_of, lance_counts
from grognard.systems.bataille.marks import DECLINED, OPP_CHARGED, REACTED, RUN, UNRECALLED
from grognard.systems.bataille.melee.assault_options import AssaultOptions, may_join
from grognard.systems.bataille.melee.melee import defenders_of
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table
from grognard.systems.premier.horse.contact_marks import lift_contact, still_touch
from grognard.systems.premier.melee.assault import AssaultByMelee

FEW = 3
"""Of so many comrades who could join every choice is listed; of more, each alone and all."""


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
        return Ask(self.side, Choices(self._options(table)), "join-contact")

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

    def _options(self, table: Table) -> list[Assault]:
        """Those in contact alone, or with comrades; nothing if no comrade could join."""
        free = joiners(table, self.side, self.target, self.bound, self.fought)
        if not free:
            return []
        counts = range(len(free) + 1) if len(free) <= FEW else (0, 1, len(free))
        groups = {
            tuple(sorted((*self.bound, *more)))
            for count in counts
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


@rule("P35.16", "P38.13", "P39.25", "P40.12")
def joiners(
    table: Table, side: str, target: Hex, bound: tuple[UnitId, ...], fought: Fought
) -> tuple[UnitId, ...]:
    """Comrades of the same arm who may join, under the ordinary rules of assault."""
    options = AssaultOptions(table, side, spent=fought.units, struck=fought.hexes)
    arm, there = table.printed(bound[0]).arm, table.stack(target)
    return tuple(
        unit
        for unit in table.units_of(side)
        if unit not in bound
        and table.printed(unit).arm is arm
        and not contacts_of(table.pieces[unit])
        and not any(DECLINED + foe in table.pieces[unit].marks for foe in there)
        and options.allows(unit, target)
        and may_join(table, target, tuple(sorted((*bound, unit)))) is None
    )
