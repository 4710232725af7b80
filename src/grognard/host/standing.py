"""Standing orders: what a side answers by itself to a reaction, so that nobody has to wait.

An order names the question it answers (its purpose) and a manner: ``always``, ``never``, or ``odds``
with the least chance at which to act: that fire hits, that the square is formed, that the assault
one would slip away from succeeds. What it does not cover is asked as usual. Only its owner
ever sees it; its answers stand in the journal like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec

from grognard.kernel import Action, Ask, State
from grognard.kernel.errors import GrognardError

ALWAYS: Final = "always"
NEVER: Final = "never"
ODDS: Final = "odds"
MANNERS: Final = (ALWAYS, NEVER, ODDS)

MOST_COMPARED: Final = 64
"""So many options are weighed against each other at most."""

DECLINED: Final = "done"
"""The words with which a window is declined."""


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order: to which question, in which manner, and for ``odds`` from which chance on.

    ``least`` is in percent. With ``units`` it holds for these units only.
    """

    purpose: str
    manner: str
    least: int = 0
    units: tuple[str, ...] = ()

    def check(self, reactions: Collection[str]) -> None:
        """Raise when this is not an order: ``reactions`` are the questions that it may answer."""
        if self.purpose not in reactions:
            known = ", ".join(sorted(reactions))
            raise GrognardError(f"{self.purpose!r} is no reaction; there are: {known}")
        if self.manner not in MANNERS:
            raise GrognardError(f"{self.manner!r} is no manner: {', '.join(MANNERS)}")
        if not 0 <= self.least <= 100:
            raise GrognardError("the least chance is a percentage, 0 to 100")


class Weigher(Protocol):
    """What can tell the chance that an action succeeds, in percent; ``None`` if it cannot."""

    def chance(self, state: State, side: str, action: Any) -> float | None: ...


def order_for(orders: Iterable[StandingOrder], purpose: str) -> StandingOrder | None:
    return next((order for order in orders if order.purpose == purpose), None)


def decided(state: State, orders: Sequence[StandingOrder], weigher: Weigher) -> str | None:
    """The words of the answer that a standing order gives here; ``None`` when it must be asked."""
    pending = state.pending
    if not isinstance(pending, Ask):
        return None
    order = order_for(orders, pending.purpose)
    if order is None:
        return None
    listed: list[Action] = []
    for action in pending.options:
        listed.append(action)
        if len(listed) > MOST_COMPARED:
            break
    decline = next((str(action) for action in listed if str(action) == DECLINED), None)
    acts = [action for action in listed if str(action) != DECLINED and _covers(order, action)]
    if order.manner == NEVER or (not acts and order.units):
        return decline
    if not acts:
        return decline
    return _best(state, pending.side, order, acts, weigher, decline)


def _covers(order: StandingOrder, action: Action) -> bool:
    if not order.units:
        return True
    words = str(action).replace("@", " ").split()
    return any(unit in words for unit in order.units)


def _best(
    state: State,
    side: str,
    order: StandingOrder,
    acts: list[Action],
    weigher: Weigher,
    decline: str | None,
) -> str | None:
    """The act with the best chance; at odds only when that is good enough."""
    weighed = [(weigher.chance(state, side, action), action) for action in acts]
    known = [(chance, str(action)) for chance, action in weighed if chance is not None]
    if not known:
        return None if order.manner == ODDS else str(acts[0])
    chance, words = max(known, key=lambda each: each[0])
    return words if order.manner == ALWAYS or chance >= order.least else decline
