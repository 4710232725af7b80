"""A player who holds his ground: the opponent of battles that teach.

It moves nobody, charges nobody and assaults nobody, but fires whenever it may, stands when it is
attacked and forms square when it can. So the lessons of a guide find the enemy where they say.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Bent, Finish
from grognard.planning.leanings import bent_of

STANDS: Final = (Bent.FIRE, Bent.STAND)
"""Orders that it gives though it could decline."""


def choose(view: Any, ask: Ask, chooser: Chooser) -> Action:
    """Fire and squares where they are offered; otherwise nothing, or what is offered first."""
    offered = (order for order in ask.options if not isinstance(order, Finish))
    first = next(offered, None)
    bent = bent_of(first)
    if first is None or (bent not in STANDS and Finish() in ask.options):
        return Finish()
    orders: list[Action] = [first, *offered]
    if bent is Bent.FIRE:
        return max(orders, key=_guns)
    alike = [order for order in orders if type(order) is type(first)]
    return alike[chooser.randrange(len(alike))]


def _guns(order: Any) -> tuple[int, str]:
    """The attack with most firers; of several the last, so that the choice is fixed."""
    return len(getattr(order, "firers", ())), str(order)
