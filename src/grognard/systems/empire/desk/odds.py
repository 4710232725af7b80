"""The chances of an order, exact to the last throw: link by link, as a whole, and choice by choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from grognard.kernel import Action, Ask, GrognardError, Roll, State, answer
from grognard.odds import AT_TABLE, Chain, chain, imagined_chain
from grognard.odds.chains import opened
from grognard.odds.fence import fenced
from grognard.systems.empire.charge.actions import Answer, Charge
from grognard.systems.empire.charge.running import ChargeHome
from grognard.systems.empire.command.actions import ChangeOrder
from grognard.systems.empire.desk.links import (
    Link,
    control_link,
    manoeuvre_link,
    order_link,
    shock_link,
    shot_links,
)
from grognard.systems.empire.desk.officer import CHARGED, SHOCK, EmpireOfficer
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.movement.carrying import MoveAlong
from grognard.systems.empire.movement.reacting import React
from grognard.systems.empire.shock.actions import HoldBack
from grognard.systems.empire.shock.shock import Shock
from grognard.systems.empire.table import Table

REACT: Final = "react"

WEIGHED: Final = frozenset(
    {
        CHARGED, "control", "swept-aside", "shock-support", "principal", "advance", "pursuit",
        "pursued", REACT, "answer", "new-target", "next-charge",
    }
)  # fmt: skip
"""Questions in the course of a charge or a move whose answers are weighed to its end."""

HARMLESS: Final = {"fire": 1, "ricochet": 1, "commander": 1}
"""How dice fall on the way to a shock that is looked at beforehand: shots miss, tests pass."""


class Weighing:
    """Orders weighed in a state that a side may think it is in; ``estimated`` where it cannot know."""

    def __init__(self, guess: State, *, estimated: bool) -> None:
        self.guess, self.estimated = guess, estimated
        self.table: Table = guess.table
        self.officer = EmpireOfficer(self.table.setting)

    def found(self, action: Action) -> dict[str, Any]:
        """An order: its links, its chain, and for a charge what each answer of its target brings."""
        for unit in _parties(action):
            if unit not in self.table.pieces:
                raise GrognardError(f"{unit!r} is not on the table")
        target = self.officer.target(self.guess, action)
        if isinstance(action, Charge):
            return {"kind": "charge", "target": target, **self._charge(action)}
        if isinstance(action, Fire):
            at, asked = self.table.pieces.get(action.target), self.guess.pending
            at_once = isinstance(asked, Ask) and asked.purpose == REACT
            links = shot_links(self.table, action, opportunity=at_once)
            return {
                "kind": "fire", "target": at.at if at is not None else 0, "cards": links,
                "chain": self.chain(action),
            }  # fmt: skip
        if type(action) is ChangeOrder:
            links = [order_link(self.table, action)]
            return {"kind": "order", "target": 0, "cards": links, "chain": self.chain(action)}
        if not is_asked(self.guess):
            raise GrognardError("this order leaves nothing to chance that could be weighed")
        links = list(self._links(action))
        return {"kind": "choice", "target": target, "cards": links, "chain": self.chain(action)}

    def choices(self) -> dict[str, Any]:
        """All answers to what is asked, side by side."""
        ask = self.guess.pending
        if not isinstance(ask, Ask) or not is_asked(self.guess):
            raise GrognardError("name an order: what is asked now is weighed order by order")
        listed = [
            {"order": str(order), "chain": self.chain(order)} for order in list(ask.options)[:MOST]
        ]
        target = self.officer.target(self.guess, next(iter(ask.options)))
        return {"kind": "choices", "target": target, "purpose": ask.purpose, "choices": listed,
                "estimated": self.estimated}  # fmt: skip

    def chain(self, action: Action, **rules: str) -> dict[str, Any]:
        return self._walked(action, rules).document()

    def _walked(self, action: Action, rules: Mapping[str, str]) -> Chain:
        policy = self.officer.policy.with_rules(rules)
        if self.estimated:
            return imagined_chain(EmpireOfficer, (self.guess,), action, policy, AT_TABLE)
        return chain(self.officer, self.guess, action, policy, AT_TABLE)

    # --- a charge

    def _charge(self, order: Charge) -> dict[str, Any]:
        """What each answer of the target brings, the one that is best for it as the chain."""
        chains = {str(each): self.chain(order, charged=str(each)) for each in self._answers(order)}
        if not chains:
            return {"choices": [], "cards": [], "chain": self.chain(order)}
        side = self.table.side_of(order.unit)
        best = min(chains, key=lambda each: self._gain(chains[each], side))
        return {
            "purpose": CHARGED,
            "choices": [{"order": each, "chain": found} for each, found in chains.items()],
            "cards": list(self._shock(order, best)),
            "chain": chains[best],
        }

    def _answers(self, order: Charge) -> Iterator[Action]:
        """What the target may answer at the pause, if no shot stops the charge."""
        state = self._rehearsed(order, CHARGED)
        if state is not None and isinstance(state.pending, Ask):
            yield from state.pending.options

    def _gain(self, found: Mapping[str, Any], side: str) -> float:
        """What an attack takes from the enemy more than it costs, in halves."""
        means = {True: 0.0, False: 0.0}
        for held in found["units"].values():
            means[held["side"] == side] += held["mean"]
        return means[False] - means[True]

    # --- links

    def _links(self, action: Action) -> Iterator[Link]:
        """The tests that an answer brings at once, and the shock that it leads to."""
        if isinstance(action, Answer | React) and action.change is not None:
            yield manoeuvre_link(
                self.table, action.unit, action.change, near_horse=self._near_horse()
            )
        if isinstance(action, HoldBack) and action in self._options():
            yield control_link(self.table, action.unit)
        yield from self._shock(action)

    def _options(self) -> Any:
        ask = self.guess.pending
        return ask.options if isinstance(ask, Ask) else ()

    def _near_horse(self) -> bool:
        top = self.guess.stack[-1].procedure
        return isinstance(top, ChargeHome) and top.is_near_horse(self.table)

    def _shock(self, action: Action, charged: str = "") -> Iterator[Link]:
        state = self._rehearsed(action, SHOCK, charged)
        if state is not None:
            shock = state.stack[-1].procedure
            assert isinstance(shock, Shock)
            yield shock_link(state.table, shock)

    def _rehearsed(self, action: Action, purpose: str, charged: str = "") -> State | None:
        """The first state that asks or throws for something, by way of harmless dice."""
        policy = self.officer.policy.with_rules({CHARGED: charged} if charged else {})
        state, order = opened(self.officer, self.guess, action)
        if order is not None:
            state = answer(fenced(state, self.officer.base(state)), order)
        for _ in range(MOST_STEPS):
            pending = state.pending
            if getattr(pending, "purpose", "") == purpose:
                return state
            if isinstance(pending, Ask):
                state = answer(state, self.officer.choose(self.guess, state, policy, action))
            elif isinstance(pending, Roll):
                state = answer(state, harmless(pending))
            else:
                return None
        return None


MOST: Final = 16
"""So many answers are laid side by side at most."""
MOST_STEPS: Final = 60
"""No way to a shock is longer."""


def harmless(roll: Roll) -> tuple[int, ...]:
    face = HARMLESS.get(roll.purpose, max(roll.outcomes())[0])
    return (face,) * len(next(iter(roll.outcomes())))


def is_guessed(guess: State, side: str) -> bool:
    """Is there something that a side cannot know: enemies who hide, or the rest of an enemy's move?"""
    table: Table = guess.table
    return any(stand.hidden for stand in table.setting.stands.values()) or any(
        isinstance(frame.procedure, MoveAlong) and table.phasing != side for frame in guess.stack
    )


def _parties(action: Action) -> Iterator[str]:
    """The units that an order names."""
    for field in ("unit", "target"):
        yield from filter(None, (getattr(action, field, ""),))
    for field in ("units", "supports"):
        yield from getattr(action, field, ())


def is_asked(state: State) -> bool:
    """Is something asked in the course of a charge, a shot or a move?"""
    return isinstance(state.pending, Ask) and state.pending.purpose in WEIGHED
