"""What a rulebook tells the odds officer, and the policy by which decisions on the way are made."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from grognard.kernel import Action, Ask, Event, Procedure, Roll, State
from grognard.mechanics.commands import Finish
from grognard.odds.fence import above

Fallen = tuple[Any, int]
"""Dice, or a chit, and how many ways of falling it stands for."""


class Policy(msgspec.Struct, frozen=True):
    """How decisions on the way are made: by purpose, in the words of an order.

    A rule is ``decline`` (say done where that is offered, else the first option), ``first``,
    ``last``, or the beginning of the words of an option; where none fits, the option is found as
    for ``otherwise``.
    """

    rules: dict[str, str] = {}
    otherwise: str = "decline"

    def with_rules(self, rules: Mapping[str, str]) -> Policy:
        """This policy with some rules set otherwise."""
        return Policy({**self.rules, **rules}, self.otherwise)

    def choose(self, ask: Ask) -> Action:
        """The option that the policy takes."""
        rule = self.rules.get(ask.purpose, self.otherwise)
        found = _by_rule(ask, rule)
        return found if found is not None else _plain(ask)


def _by_rule(ask: Ask, rule: str) -> Action | None:
    if rule == "decline":
        return _plain(ask)
    if rule == "first":
        return _first(ask)
    if rule == "last":
        return _listed(ask)[-1]
    return next((option for option in ask.options if _fits(str(option), rule)), None)


def _listed(ask: Ask) -> list[Action]:
    return list(ask.options)


def _fits(words: str, rule: str) -> bool:
    return words == rule or words.startswith(f"{rule} ")


def _plain(ask: Ask) -> Action:
    """Done, if that may be said; otherwise the first option."""
    return Finish() if Finish() in ask.options else _first(ask)


def _first(ask: Ask) -> Action:
    option: Action = next(iter(ask.options))
    return option


class Ending(msgspec.Struct, frozen=True):
    """How an attack has left the table: every unit and leader it has changed, and the hex.

    ``units`` are (unit, increments or steps lost, state), ``leaders`` (leader, fate); ``holder`` is
    the side in the hex attacked, empty where nobody is.
    """

    units: tuple[tuple[str, int, str], ...]
    leaders: tuple[tuple[str, str], ...]
    holder: str


class Officer:
    """What every system needs for exact odds; a system's own officer makes it quick and tells more.

    ``kept`` names the dictionaries of a table that rules look at, ``plain`` its other fields;
    ``segments`` are the procedures in which attacks are ordered, one after the other.
    """

    kept: ClassVar[tuple[str, ...]] = ()
    plain: ClassVar[tuple[str, ...]] = ()
    segments: ClassVar[tuple[type[Procedure], ...]] = ()
    policy: ClassVar[Policy] = Policy()

    def __init__(self, setting: Any) -> None:
        self.setting = setting

    def is_same(self, one: State, other: State) -> bool:
        """Are two imagined states sure to be one, so that what holds of the one need not be worked
        out for the other?"""
        return one is other

    def fields(self, procedure: Procedure) -> tuple[Any, ...]:
        """What a procedure remembers, without what is only told."""
        return tuple([getattr(procedure, name) for name in procedure.__struct_fields__])

    def passed_over(self, state: State) -> Any | None:
        """Dice that are no part of what is weighed, as they are taken to fall; None if they are."""
        return None

    def classes(self, state: State) -> Sequence[Fallen] | None:
        """The dice in classes that the rules treat alike, if that can be said without trying."""
        return None

    def alike(self, roll: Roll, dice: tuple[int, ...]) -> Hashable:
        """The same for dice that are sure to do the same, so that only one of them is tried."""
        return dice

    def outcome(self, root: State, state: State, value: Any) -> Hashable | None:
        """The same for answers, be it in other states, after which the rules stand alike and the same
        was counted, where that can be said beforehand; None where it cannot."""
        return None

    def labels(self, event: Event) -> Iterable[str]:
        """What of an event is counted on the way: its kind and whom it is about, then the result.

        As in ``melee 1209: DR``; several units are joined by ``+``.
        """
        return ()

    def base(self, state: State) -> int:
        """The lowest frame of the attack that asks something; the segment, if that asks."""
        return above(state, *self.segments)

    def opened(self, state: State, action: Action) -> tuple[State, Action | None]:
        """The order as it is walked: without others that are declared but yet to be carried out.

        Without an order the state is one begun above a fence.
        """
        return state, action

    def goes_on(self, root: State, state: State) -> bool:
        """Back at the segment that asked: is the order only declared, and yet to be carried out?"""
        return False

    def choose(self, root: State, state: State, policy: Policy, order: Action | None) -> Action:
        """The answer to a decision on the way of an order."""
        assert isinstance(state.pending, Ask)
        return policy.choose(state.pending)

    def sequel(self, root: State, state: State) -> State | None:
        """What belongs to the attack but is fought in a later segment, begun above a fence."""
        return None

    def begin(self, table: Any, action: Action) -> State | None:
        """An attack begun out of its turn, above a fence, for what is planned or feared."""
        return None

    def target(self, state: State, action: Action) -> int:
        """The hex that an order attacks; 0 if none."""
        target = getattr(action, "target", 0)
        return target if type(target) is int else 0

    def side_of(self, table: Any, unit: str) -> str:
        """Whose a unit is."""
        side: str = table.setting.roster[unit].side
        return side

    def condition(self, table: Any, unit: str) -> str:
        """The state a unit is in, in a word."""
        raise NotImplementedError

    def ending(self, before: Any, after: Any, target: int) -> Ending:
        """What has become of everybody."""
        raise NotImplementedError
