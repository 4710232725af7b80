"""The end of a movement segment: stacks in order, faults punished, markers lifted (10, 19, 29).

The owner sets the order of his stacks, which also settles who went on top and who below on the
way. Skirmishers who stayed where they do not belong are disordered; any other excess is settled
as a stack that grew too large. Then the markers of this segment come off.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import factorial

from grognard.kernel import Ask, Call, Done, Flow, Goto, Options, Procedure, Reason, rule, step
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex, name
from grognard.systems.bataille import special
from grognard.systems.bataille.actions import Command, Finish, Restack
from grognard.systems.bataille.command import clock
from grognard.systems.bataille.command.command_actions import TimeUp
from grognard.systems.bataille.events.facts import StackOrdered, Unmarked
from grognard.systems.bataille.marks import ALERT, HELD, NAMED, NO_MOVE, RODE_OUT, SHELTER, STUNNED
from grognard.systems.bataille.morale.nerves import NervesChecks
from grognard.systems.bataille.morale.retreat import MISPLACED, Disorder
from grognard.systems.bataille.movement import arrivals, stacking
from grognard.systems.bataille.pieces import Cohesions, Forms, Piece, UnitId
from grognard.systems.bataille.table import Table

LIFTED = (ALERT, HELD, NAMED, NO_MOVE, RODE_OUT, STUNNED)
"""Markers that have done their work when their unit's movement segment is over."""


class MovementEnd(Procedure, tag=True):
    """P2.7: the last things of a movement segment, in this order.

    ``hurried``: the clock has run out, and the stacks stay as they lie (PR-137).
    """

    side: str
    hurried: bool = False
    restacked: tuple[Hex, ...] = ()
    sheltered: tuple[UnitId, ...] = ()
    faulty: tuple[UnitId, ...] = ()
    settled: tuple[Hex, ...] = ()

    @step("PR-163")
    def ask_stacks(self, table: Table) -> Flow:
        options = StackOptions(table, self.side, self.restacked)
        if self.hurried or not options.has_stacks():
            return Goto("leave_shelter")
        return Ask(self.side, options, "stack-order")

    @step("PR-163")
    def order_stack(self, table: Table, answer: Restack | Finish | TimeUp) -> Flow:
        if isinstance(answer, Finish):
            return None
        if isinstance(answer, TimeUp):
            return None if clock.call_time(table, self.side) else Goto("ask_stacks")
        table.record(StackOrdered(answer.at, answer.units))
        self.restacked = (*self.restacked, answer.at)
        return Goto("ask_stacks")

    @step("P19.24", "PR-138")
    def leave_shelter(self, table: Table) -> Flow:
        """Those who took refuge are bound by the rules of stacking again."""
        self.sheltered = tuple(
            unit for unit in table.units_of(self.side) if SHELTER in table.pieces[unit].marks
        )
        for unit in self.sheltered:
            table.record(Unmarked(unit, SHELTER))
        return None

    @step("P19.24", "P19.34", "P19.35", "PR-138")
    def punish_skirmishers(self, table: Table) -> Flow:
        for unit in _by_place(table, self.side):
            if unit in self.faulty or not self._answers_for_stack(table, unit):
                continue
            if misplaced(table, unit) is not None:
                self.faulty = (*self.faulty, unit)
                cause = "shelter" if unit in self.sheltered else MISPLACED
                return Call(Disorder(unit, cause), then="punish_skirmishers")
        return None

    @step("P10.2", "P10.9", "P16.3", "P18.12")
    def settle_stacks(self, table: Table) -> Flow:
        for at in _crowded(table):
            if at in self.settled or table.holder(at) != self.side:
                continue
            if any(misplaced(table, unit) is not None for unit in table.stack(at)):
                self.settled = (*self.settled, at)
                return Call(table.setting.reglement.settle(at), then="settle_stacks")
        return None

    @step("P46.2", "P31.12")
    def check_nerves(self, table: Table) -> Flow:
        return (
            Call(NervesChecks(self.side))
            if special.CHARGE_NERVES in table.setting.special
            else None
        )

    @step("P29.9", "P45.3", "P46.2")
    def lift_markers(self, table: Table) -> Flow:
        arrivals.note_blocked(table, self.side)
        for unit in table.units_of(self.side):
            for mark in table.pieces[unit].marks:
                if mark in LIFTED:
                    table.record(Unmarked(unit, mark))
        return Done()

    def _answers_for_stack(self, table: Table, unit: UnitId) -> bool:
        piece = table.pieces[unit]
        if piece.cohesion is not Cohesions.GOOD:
            return False
        return piece.formation is Forms.SKIRMISH or unit in self.sheltered


def _by_place(table: Table, side: str) -> list[UnitId]:
    """The side's units, hexes by number, each stack from the top (PR-180)."""
    roster, stacks = table.setting.roster, table.stacks
    ordered = dict.fromkeys([unit for at in sorted(stacks) for unit in stacks[at]])
    return [unit for unit in ordered if roster[unit].side == side]


def _crowded(table: Table) -> list[Hex]:
    """The hexes of all who share a hex with somebody, in order."""
    stacks = table.stacks.values()
    crowd = {unit for stack in stacks if len(stack) > 1 for unit in stack}
    return sorted({at for unit in crowd for at in table.pieces[unit].hexes})


@rule("P10.9", "P16.1", "P16.3", "P18.12", "P19.34", "PR-20")
def misplaced(table: Table, unit: UnitId, there: Piece | None = None) -> Reason | None:
    """Why a unit may not stay with the friends it is among, or would be ``there``."""
    piece, printed = there or table.pieces[unit], table.printed(unit)
    for at in piece.hexes:
        friends = stacking.others_in(table, unit, at)
        for friend in friends:
            reason = stacking.conflict(printed, piece, table.printed(friend.id), friend)
            if reason is not None:
                return reason
        if friends:
            reason = special.may_stack(table, unit, [friend.id for friend in friends])
            if reason is None:
                reason = stacking.holds(table, at, [piece, *friends])
            if reason is not None:
                return reason
    return None


class StackOptions(Options):
    """Orders of stacks, hex by hex, each only once; or to leave them as they are."""

    __slots__ = ("done", "side", "table")
    kinds = (Finish, Restack, TimeUp)

    def __init__(self, table: Table, side: str, done: tuple[Hex, ...] = ()) -> None:
        self.table, self.side, self.done = table, side, done

    def has_stacks(self) -> bool:
        return next(self._hexes(), None) is not None

    @rule("PR-163")
    def _hexes(self) -> Iterator[Hex]:
        """Hexes with at least two of the side's units that can change places."""
        for at in sorted([at for at, stack in self.table.stacks.items() if len(stack) > 1]):
            if at in self.done or self.table.holder(at) != self.side:
                continue
            if not self.table.has_enemy(at, self.side) and len(self._free(at)) > 1:
                yield at

    def _free(self, at: Hex) -> list[UnitId]:
        pieces = self.table.pieces
        return [unit for unit in self.table.stack(at) if SHELTER not in pieces[unit].marks]

    def _bound(self, at: Hex) -> list[UnitId]:
        """Those who shelter there are always at the bottom."""
        pieces = self.table.pieces
        return [unit for unit in self.table.stack(at) if SHELTER in pieces[unit].marks]

    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            return ()
        if isinstance(action, TimeUp):
            reason = clock.may_call_time(self.table, self.side)
            return () if reason is None else (reason,)
        if not isinstance(action, Restack):
            return (Reason("now the stacks are put in order, or left as they are", "PR-163"),)
        at = action.at
        if at not in self._hexes():
            return (Reason(f"there is no stack to put in order in {name(at)}", "PR-163"),)
        if sorted(action.units) != sorted(self.table.stack(at)):
            return (Reason(f"name every unit in {name(at)} once, top first", "PR-163"),)
        bound = self._bound(at)
        if bound and list(action.units[-len(bound) :]) != bound:
            return (Reason("those who shelter there stay at the bottom", "PR-163"),)
        if action.units == self.table.stack(at):
            return (Reason("that is how they lie already", "PR-163"),)
        return ()

    def __iter__(self) -> Iterator[Command]:
        yield Finish()
        for at in self._hexes():
            bound = self._bound(at)
            for order in permutations(sorted(self._free(at))):
                units = (*order, *bound)
                if units != self.table.stack(at):
                    yield Restack(at, units)

    def __bool__(self) -> bool:
        return True

    def count(self) -> int:
        total = 1
        for at in self._hexes():
            as_it_lies = (*self._free(at), *self._bound(at)) == self.table.stack(at)
            total += factorial(len(self._free(at))) - as_it_lies
        return total

    def sample(self, chooser: Chooser) -> Command:
        hexes = list(self._hexes())
        place = chooser.randrange(len(hexes) + 1)
        if place == len(hexes):
            return Finish()
        at, left, drawn = hexes[place], self._free(hexes[place]), []
        while left:
            drawn.append(left.pop(chooser.randrange(len(left))))
        order = Restack(at, (*drawn, *self._bound(at)))
        return order if order in self else Finish()
