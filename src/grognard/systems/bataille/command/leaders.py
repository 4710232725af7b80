"""What leaders are worth, to whom, and who decides about it (rule 7).

A leader helps units that he is stacked with: guns that fire, those who fight, those who check.
One leader counts for a roll, and his owner chooses (P7.24, PR-164). Left to itself the table takes
the best bonus that helps; with ``leader_choice: ask`` the owner is asked where there is something
to choose: several leaders, one who does harm, or a use that exposes a man who need not be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from grognard.kernel import Action, Ask, Choices, Done, Flow, Item, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import Finish, Pick
from grognard.systems.bataille.events.leaders import BONUS
from grognard.systems.bataille.pieces import Arm, LeaderId, LeaderPrinted, Printed, UnitId
from grognard.systems.bataille.table import Table

ARTILLERY: Final = "artillery"
MELEE: Final = "melee"
MORALE: Final = "morale"
"""The three rolls that a leader's numbers modify (P7.1)."""

NATIONS: Final = "nations"
"""A battle's switch: allies keep apart, and leaders help only their own nation."""


# --- where they are


def leaders_in(table: Table, at: Hex, side: str) -> tuple[LeaderId, ...]:
    """The leaders of a side in a hex, by id."""
    if at not in table.leaders.values():
        return ()
    printed = table.setting.leaders
    here = [who for who, where in table.leaders.items() if where == at]
    return tuple(sorted(who for who in here if printed[who].side == side))


def friends_of(table: Table, leader: LeaderId) -> tuple[UnitId, ...]:
    """The units of his side in a leader's hex, top first."""
    side = table.setting.leaders[leader].side
    stack = table.stack(table.leaders[leader])
    return tuple(unit for unit in stack if table.side_of(unit) == side)


@rule("P7.22", "PR-164")
def is_alone(table: Table, leader: LeaderId) -> bool:
    """Has the leader no unit of his side about him?"""
    return not friends_of(table, leader)


@rule("PR-14")
def is_fit(table: Table, leader: LeaderId) -> bool:
    """Can he be used? Not while those about him still have to get over his flesh wound."""
    return leader not in table.removed


# --- whom they help


@rule("P46.2")
def shares_nation(table: Table, leader: LeaderPrinted, unit: Printed) -> bool:
    """May this leader help that unit, for all that keeps allies apart in the battle?

    Nations that no card sets apart, as the French and their allies, count as one.
    """
    return special.helps(table, leader, unit.id)


@rule("P7.1", "P7.4", "PR-164")
def helpers(
    table: Table, fighters: Iterable[tuple[UnitId, Sequence[Hex]]], kind: str
) -> tuple[LeaderId, ...]:
    """Leaders with a number for this kind of roll who are stacked with one of the units.

    Each unit is named with the hexes that count.
    """
    if not table.leaders:
        return ()
    found: dict[LeaderId, None] = {}
    for unit, hexes in fighters:
        printed = table.setting.roster[unit]
        for at in hexes:
            for leader in leaders_in(table, at, printed.side):
                held = table.setting.leaders[leader]
                if getattr(held, kind) and is_fit(table, leader):
                    if shares_nation(table, held, printed):
                        found[leader] = None
    return tuple(sorted(found))


def helpers_of(table: Table, unit: UnitId, kind: str) -> tuple[LeaderId, ...]:
    """Leaders with a number for this kind of roll in any hex of one unit."""
    return helpers(table, [(unit, table.pieces[unit].hexes)], kind) if table.leaders else ()


# --- who of them is used


@rule("P7.2", "P7.24", "PR-164")
def best(table: Table, candidates: Sequence[LeaderId], kind: str) -> LeaderId | None:
    """The leader who does most good: one at most, and nobody who does harm."""
    worth = [(getattr(table.setting.leaders[who], kind), who) for who in sorted(candidates)]
    good = [(bonus, who) for bonus, who in worth if bonus > 0]
    return max(good, key=lambda found: found[0])[1] if good else None


@rule("P7.24")
def leaves_a_choice(
    table: Table, candidates: Sequence[LeaderId], kind: str, *, exposes: bool
) -> bool:
    """Is the owner to be asked whom he uses? Only where the table wants it and it can matter."""
    if table.setting.options.get("leader_choice", "automatic") != "ask" or not candidates:
        return False
    harmful = any(getattr(table.setting.leaders[who], kind) < 0 for who in candidates)
    return harmful or exposes or len(candidates) > 1


def bonus_item(table: Table, leader: LeaderId, kind: str, sign: int = 1) -> Item:
    """What a leader adds to the dice."""
    printed = table.setting.leaders[leader]
    return Item(sign * getattr(printed, kind), f"{printed.name}: {kind}", BONUS)


@rule("P7.1", "P7.2", "P7.24", "PR-164")
def morale_items(table: Table, unit: UnitId) -> Iterator[Item]:
    """The morale bonus of the best leader with a unit."""
    if table.leaders:
        leader = best(table, helpers_of(table, unit, MORALE), MORALE)
        if leader is not None:
            yield bonus_item(table, leader, MORALE)


@rule("P7.24")
def with_leader(table: Table, items: Iterable[Item], leader: LeaderId) -> tuple[Item, ...]:
    """The items of a morale check with the leader whom the owner chose, or with none."""
    others = tuple(item for item in items if item.clause != BONUS)
    return (*others, bonus_item(table, leader, MORALE)) if leader else others


class UseLeader(Procedure, tag=True):
    """P7.24: the owner says which leader he uses for a roll. Result: the leader, or "".

    ``exposes``: being used puts the man in danger (PR-12).
    """

    side: str
    candidates: tuple[LeaderId, ...]
    kind: str
    exposes: bool = False

    @step("P7.24")
    def look(self, table: Table) -> Flow:
        if leaves_a_choice(table, self.candidates, self.kind, exposes=self.exposes):
            return None
        return Done(best(table, self.candidates, self.kind) or "")

    @step("P7.2", "P7.24", "PR-164")
    def ask(self, table: Table) -> Flow:
        options = Choices([Finish(), *map(Pick, sorted(self.candidates))], "P7.24")
        return Ask(self.side, options, f"use-leader-{self.kind}")

    @step("P7.24")
    def hear(self, table: Table, choice: Action) -> Flow:
        return Done(choice.choice if isinstance(choice, Pick) else "")


# --- their commands


@rule("PR-164")
def commands(table: Table, leader: LeaderPrinted, unit: Printed) -> bool:
    """Is the unit named in the leader's command: its body, its arm, or its kind?"""
    words = leader.command.lower().split()
    names = (unit.organisation, unit.division, unit.arm.value, unit.kind, *sorted(unit.traits))
    return unit.side == leader.side and any(name and name.lower() in words for name in names)


@rule("PR-164")
def command_of(table: Table, leader: LeaderId) -> tuple[UnitId, ...]:
    """The units on the map that a leader may take over; of a vague command, all he may help."""
    printed, roster = table.setting.leaders[leader], table.setting.roster
    units = tuple(table.units_of(printed.side))
    own = tuple(unit for unit in units if commands(table, printed, roster[unit]))
    able = tuple(unit for unit in units if shares_nation(table, printed, roster[unit]))
    return own or able or units


@rule("P37.5", "PR-165")
def has_cavalry_bonus(table: Table, leader: LeaderId) -> bool:
    """A leader of horse: so marked; or, where a battle marks nobody, in command of horse alone."""
    held = table.setting.leaders
    if any(printed.cavalry_bonus for printed in held.values()):
        return held[leader].cavalry_bonus
    own = [unit for unit in table.setting.roster.values() if commands(table, held[leader], unit)]
    return bool(own) and all(unit.arm is Arm.CAVALRY for unit in own)


@rule("PR-164")
def companion(table: Table, leader: LeaderId) -> UnitId | None:
    """The unit that a leader with nobody in particular keeps to: the top one he may help."""
    friends, printed = friends_of(table, leader), table.setting.leaders[leader]
    own = [unit for unit in friends if shares_nation(table, printed, table.printed(unit))]
    return next(iter([*own, *friends]), None)
