"""What may be done in a movement segment: moves of units and stacks, rides of leaders, entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from grognard.kernel import Action, Options, Reason
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.actions import Finish, Lead, Move
from grognard.systems.nlc.movement import duties, entry, extended, pace, riding
from grognard.systems.nlc.movement.entry import Enter, Exit
from grognard.systems.nlc.movement.extended import Contract, Extend
from grognard.systems.nlc.movement.reach import Walker, walker
from grognard.systems.nlc.setting import LeaderId, SideId, UnitId
from grognard.systems.nlc.table import Table


class MovementOptions(Options):
    """Lazy: groups of units, then for each where it can go."""

    __slots__ = ("_drawn", "side", "table")
    kinds = (Finish, Move, Lead, Enter, Exit, Extend, Contract)

    def __init__(self, table: Table, side: SideId) -> None:
        self.table, self.side = table, side
        self._drawn: Action | None = None

    # --- groups

    def groups(self) -> list[tuple[UnitId, ...]]:
        """Units that may move, alone and as stacks, in a fixed order."""
        return self.table.derived(("groups", self.side), self._groups)

    def groups_of(self, unit: UnitId) -> list[tuple[UnitId, ...]]:
        """Those of them with one unit."""
        by_unit = self.table.derived(("groups by unit", self.side), self._by_unit)
        return by_unit.get(unit, [])

    def _by_unit(self) -> dict[UnitId, list[tuple[UnitId, ...]]]:
        found: dict[UnitId, list[tuple[UnitId, ...]]] = {}
        for group in self.groups():
            for unit in group:
                found.setdefault(unit, []).append(group)
        return found

    def _groups(self) -> list[tuple[UnitId, ...]]:
        table = self.table
        able = [
            unit
            for unit in table.units_of(self.side)
            if table.under[unit] in table.active
            and pace.bar_to_moving(table, unit) is None
            and not table.pieces[unit].also
        ]
        able = [unit for unit in able if pace.left(table, unit)]
        return [*((unit,) for unit in able), *self._stacks(able)]

    def _stacks(self, able: list[UnitId]) -> Iterator[tuple[UnitId, ...]]:
        table = self.table
        by_hex: dict[Hex, list[UnitId]] = {}
        for unit in able:
            by_hex.setdefault(table.pieces[unit].at, []).append(unit)
        for at in sorted(by_hex):
            here = by_hex[at]
            for size in range(2, len(here) + 1):
                for group in combinations(sorted(here), size):
                    if len({table.under[unit] for unit in group}) == 1:
                        yield group

    def walker(self, units: tuple[UnitId, ...]) -> Walker:
        return walker(self.table, units)

    def of_unit(self, unit: UnitId) -> Iterator[Action]:
        """What is offered for one unit or leader."""
        for group in self.groups_of(unit):
            yield from self._moves(group)
        for action in self._others():
            if unit in str(action).replace("+", " ").split()[1:2]:
                yield action

    def of_nobody(self) -> Iterator[Action]:
        """What is offered for no unit in particular: to end the segment."""
        if not duties.unmet(self.table, self.side):
            yield Finish()

    def units(self) -> list[str]:
        """Units and leaders for whom something is offered."""
        moving = [group[0] for group in self.groups() if len(group) == 1 and self._can_go(group)]
        others = [
            str(action).split()[1].split("+")[0]
            for action in self._others()
            if not isinstance(action, Finish)
        ]
        return [*moving, *dict.fromkeys(others)]

    def _can_go(self, group: tuple[UnitId, ...]) -> bool:
        return self.walker(group).can_go()

    def _moves(self, group: tuple[UnitId, ...]) -> Iterator[Move]:
        walker = self.walker(group)
        for at in walker.ends():
            yield Move(group, walker.path_to(at))

    def of_others(self) -> Iterator[Action]:
        """What is offered beside moves on the map: entries, lines, rides."""
        yield from entry.entries(self.table, self.side)
        yield from extended.offers(self.table, self.side)
        yield from riding.rides(self.table, self.side)

    def _others(self) -> Iterator[Action]:
        yield from self.of_others()
        if not duties.unmet(self.table, self.side):
            yield Finish()

    # --- the gate

    def __iter__(self) -> Iterator[Action]:
        for group in self.groups():
            yield from self._moves(group)
        yield from self._others()

    def __contains__(self, action: object) -> bool:
        # Whoever drew a move by chance has judged it, on this very table.
        return action is self._drawn or not self.why_not(action)

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Action:
        """One by chance: a group, a leader, an entry or the end, then where to."""
        ways: list[tuple[UnitId, ...] | LeaderId | Callable[[Chooser], Action | None]] = [
            *self.groups(),
            *self._riders(),
            self._sample_entry,
            self._sample_line,
            self._sample_end,
        ]
        while ways:
            found = self._sample_way(ways.pop(chooser.randrange(len(ways))), chooser)
            if found is not None:
                self._drawn = found
                return found
        return Finish()

    def _sample_way(
        self,
        way: tuple[UnitId, ...] | LeaderId | Callable[[Chooser], Action | None],
        chooser: Chooser,
    ) -> Action | None:
        if isinstance(way, tuple):
            return self._sample_move(way, chooser)
        return self._sample_ride(way, chooser) if isinstance(way, str) else way(chooser)

    def _sample_move(self, group: tuple[UnitId, ...], chooser: Chooser) -> Action | None:
        walker = self.walker(group)
        at = walker.any_end(chooser)
        return Move(group, walker.path_to(at)) if at else None

    def _riders(self) -> list[LeaderId]:
        return self.table.derived(("riders", self.side), self._may_ride)

    def _may_ride(self) -> list[LeaderId]:
        table = self.table
        return [
            leader
            for leader in table.setting.leaders
            if riding.bar_to_riding(table, self.side, leader) is None
        ]

    def _sample_ride(self, leader: LeaderId, chooser: Chooser) -> Action | None:
        at = riding.any_end(self.table, leader, chooser)
        return Lead(leader, riding.path_to(self.table, leader, at)) if at else None

    def _sample_entry(self, chooser: Chooser) -> Action | None:
        return entry.any_entry(self.table, self.side, chooser)

    def _sample_line(self, chooser: Chooser) -> Action | None:
        listed = list(extended.offers(self.table, self.side))
        return listed[chooser.randrange(len(listed))] if listed else None

    def _sample_end(self, chooser: Chooser) -> Action | None:
        return Finish() if not duties.unmet(self.table, self.side) else None

    def has_choice(self) -> bool:
        """Is there anything but ending the segment?"""
        table = self.table
        if any(self.walker(group).can_go() for group in self.groups()):
            return True
        if any(next(riding.ends(table, leader), 0) for leader in self._riders()):
            return True
        if next(extended.offers(table, self.side), None) is not None:
            return True
        return next(entry.entries(table, self.side), None) is not None

    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            return duties.unmet(self.table, self.side)
        if isinstance(action, Move):
            return self._why_not_move(action)
        if isinstance(action, Lead):
            return riding.why_not(self.table, self.side, action)
        if isinstance(action, Enter | Exit):
            return entry.why_not(self.table, self.side, action)
        if isinstance(action, Extend | Contract):
            return extended.why_not(self.table, self.side, action)
        return (Reason("nothing of the kind is done in a movement segment", "N4.5.3"),)

    def _why_not_move(self, move: Move) -> Sequence[Reason]:
        table = self.table
        for unit in move.units:
            if unit not in table.pieces or table.side_of(unit) != self.side:
                return (Reason(f"{unit} is not on the map among your units", "N5.1"),)
            barred = pace.bar_to_moving(table, unit)
            if barred is not None:
                return (barred,)
            if not pace.left(table, unit):
                return (Reason("it has no movement left", "N5.1"),)
            if table.pieces[unit].also:
                return (Reason("an extended line moves by its own orders", "N20.2.3.2"),)
        if len({table.pieces[unit].at for unit in move.units}) > 1:
            return (Reason("only units of one hex move together", "N5.1"),)
        if len({table.under[unit] for unit in move.units}) > 1:
            return (Reason("units under different orders move one by one", "N12.9.5"),)
        if list(move.units) != sorted(move.units):
            return (Reason("the units of a stack are named in the order of their ids", "N5.1"),)
        found = self.walker(move.units).walk(move.path)
        return (found,) if isinstance(found, Reason) else ()
