"""The walk: from an order through every branch of chance to where the attack is over.

States are taken level by level (one answer a level); states of a level that are alike are merged.
A budget bounds the work: where it is spent, the likeliest branches have been followed, and what is
left is told as unresolved, so that every chance is known between two bounds. A budget that thins
follows some of the unlikely branches for all that are like them, so that every chance is an estimate.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Action, Ask, Event, Over, Procedure, State, answer
from grognard.odds.fence import fenced
from grognard.odds.grouping import fallen
from grognard.odds.keys import state_key, table_key
from grognard.odds.officer import Officer, Policy


class Budget(msgspec.Struct, frozen=True):
    """``steps`` answers are given in all; no level is wider than ``width`` states.

    One that ``thins`` leaves nothing unresolved: the more is spent, the fewer branches go on.
    """

    steps: int = 20_000
    width: int = 400
    thins: bool = False


AT_TABLE = Budget(steps=2_000, width=250)
"""For one who waits: what is left over then is told as bounds."""

LEVELS = 8
"""A walk that thins keeps steps for so many levels as wide as the next one, two at least going on."""


class Walk(msgspec.Struct):
    """What a walk has found: the tables at the ends with their chances, and what was counted.

    ``counted`` is the mean number of times that something happened; ``unresolved`` is the chance of
    branches that were not followed, 0 when the walk is exact. ``asked`` are the decisions met on
    the way, with how each was made the first time. ``thinned`` says that chances are estimates.
    """

    ends: list[tuple[Any, Fraction]] = []
    counted: dict[str, Fraction] = {}
    unresolved: Fraction = Fraction(0)
    steps: int = 0
    asked: dict[str, str] = {}
    thinned: bool = False


def asker_of(officer: Officer, root: State) -> Procedure | None:
    """The segment that asks for the order; none if an attack asks for it on its way."""
    asker = root.stack[-1].procedure
    return asker if len(root.stack) == 2 and isinstance(asker, officer.segments) else None


class _Walker:
    def __init__(
        self,
        officer: Officer,
        root: State,
        policy: Policy,
        budget: Budget,
        order: Action | None = None,
    ) -> None:
        self.officer, self.root, self.policy, self.budget = officer, root, policy, budget
        self.order = order
        self.asker = asker_of(officer, root) if order is not None else None
        self.found = Walk([], {}, Fraction(0), 0, {})
        self.known: dict[Hashable, State] = {}
        self.level: dict[Hashable, tuple[State, Fraction]] = {}
        self.over: dict[Hashable, tuple[Any, Fraction]] = {}

    # --- one level after the other

    def run(self, first: State) -> Walk:
        self._arrive(first, Fraction(1))
        while self.level:
            waiting, self.level = self._within_budget(list(self.level.values())), {}
            for state, chance in waiting:
                self._expand(state, chance)
        self.found.ends = list(self.over.values())
        return self.found

    def _within_budget(self, waiting: list[tuple[State, Fraction]]) -> list[tuple[State, Fraction]]:
        left = self.budget.steps - self.found.steps
        room = self.budget.width if left > 0 else 0
        if self.budget.thins:
            room = max(2, min(room, left // LEVELS))
        if len(waiting) <= room:
            return waiting
        if self.budget.thins:
            self.found.thinned = True
            return thinned(waiting, room)
        waiting.sort(key=lambda branch: branch[1], reverse=True)
        self.found.unresolved += sum((chance for _, chance in waiting[room:]), Fraction(0))
        return waiting[:room]

    def _expand(self, state: State, chance: Fraction) -> None:
        pending = state.pending
        if isinstance(pending, Ask):
            action = self.officer.choose(self.root, state, self.policy, self.order)
            self.found.asked.setdefault(pending.purpose, str(action))
            self._go(state, action, chance)
            return
        ways = fallen(self.officer, state)
        total = sum(count for _, count in ways)
        falls = [(Fraction(count, total), self._answered(state, value)) for value, count in ways]
        again = sum((share for share, after in falls if self._is_same(state, after)), Fraction(0))
        if again == 1:
            self.found.unresolved += chance
            return
        # Who must throw again stands where he stood: the series is summed here.
        visits = chance / (1 - again)
        for share, after in falls:
            self.count(after.happened, visits * share)
            if not again or not self._is_same(state, after):
                self._arrive(after, visits * share)

    def _go(self, state: State, value: Any, chance: Fraction) -> None:
        after = self._answered(state, value)
        self.count(after.happened, chance)
        self._arrive(after, chance)

    def _answered(self, state: State, value: Any) -> State:
        outcome = self.officer.outcome(self.root, state, value)
        known = None if outcome is None else self.known.get(outcome)
        if known is not None:
            return known
        self.found.steps += 1
        after = answer(state, value)
        if outcome is not None:
            self.known[outcome] = after
        return after

    def _is_same(self, state: State, after: State) -> bool:
        """Do the rules stand where they stood before the dice fell?"""
        if state.pending != after.pending or len(state.stack) != len(after.stack):
            return False
        officer, root = self.officer, self.root
        return state_key(officer, root, state) == state_key(officer, root, after)

    def count(self, events: tuple[Event, ...], chance: Fraction) -> None:
        counted = self.found.counted
        for event in events:
            for label in self.officer.labels(event):
                counted[label] = counted.get(label, Fraction(0)) + chance

    # --- where a branch has come to

    def _arrive(self, state: State, chance: Fraction) -> None:
        if self._is_over(state):
            sequel = self.officer.sequel(self.root, state)
            if sequel is None:
                self._end(state, chance)
                return
            self.count(sequel.happened, chance)
            state = sequel
            if isinstance(state.pending, Over):
                self._end(state, chance)
                return
        key = state_key(self.officer, self.root, state)
        held = self.level.get(key)
        self.level[key] = (state, chance) if held is None else (held[0], held[1] + chance)

    def _end(self, state: State, chance: Fraction) -> None:
        key = table_key(self.officer, self.root.table, state.table)
        held = self.over.get(key)
        table = state.table if held is None else held[0]
        self.over[key] = (table, chance if held is None else held[1] + chance)

    def _is_over(self, state: State) -> bool:
        if isinstance(state.pending, Over):
            return True
        if self.asker is None or len(state.stack) > 2:
            return False
        back = type(state.stack[-1].procedure) is type(self.asker)
        return back and not self.officer.goes_on(self.root, state)


def thinned(waiting: list[tuple[State, Fraction]], room: int) -> list[tuple[State, Fraction]]:
    """So many of the branches: the likely ones, and of the others one for every few in a row.

    The others come in the order of the walk, in which those are together that have most in common.
    """
    share = sum((chance for _, chance in waiting), Fraction(0)) / room
    likely = [branch for branch in waiting if branch[1] >= share]
    others = [branch for branch in waiting if branch[1] < share]
    stride = sum((chance for _, chance in others), Fraction(0)) / max(1, room - len(likely))
    passed, mark = Fraction(0), stride / 2
    for state, chance in others:
        passed += chance
        if passed > mark:
            marks = 1 + (passed - mark) // stride
            likely.append((state, marks * stride))
            mark += marks * stride
    return likely


def walk(
    officer: Officer,
    state: State,
    action: Action | None = None,
    policy: Policy | None = None,
    budget: Budget | None = None,
) -> Walk:
    """Walk an order from a state that asks for it; without one, a state begun above a fence."""
    bounds = Budget() if budget is None else budget
    rules = officer.policy if policy is None else policy
    if action is None:
        root = State(state.table, state.stack[:2], state.pending)
        first = state
    else:
        root = fenced(state, officer.base(state))
        first = answer(root, action)
    walker = _Walker(officer, root, rules, bounds, action)
    walker.count(first.happened, Fraction(1))
    return walker.run(first)
