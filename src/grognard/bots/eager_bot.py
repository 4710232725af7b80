"""A player who wants to fight: the soak's way to the rules that peaceful play never reaches.

It looks at a few options by chance and usually takes the one that promises most blood: charges and
assaults before fire, fire before marches, marches that lead towards the enemy before others. One
time in ``WHIM`` it takes any option at all, so that rare orders are given, too; and now and then the
clock runs out on it, where there is one.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from grognard.desks.menus import stands_at
from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser, Listed
from grognard.mechanics.commands import Bent, Finish, TimeUp
from grognard.mechanics.places import Place
from grognard.planning.leanings import MARCHES, bent_of, end_of, enemies_of, mover_of, nearest

WHIM: Final = 6
DRAWN: Final = 10
LISTED: Final = 40
VOLLEYS: Final = 30
"""So many ways more to fire are looked at: the more guns on one target, the better."""

RUNS_OUT: Final = 150
PATIENCE: Final = 14
RELUCTANCE: Final = 12
"""A fight is declined one time in so many."""

LEADS_FROM_THE_FRONT: Final = 25
"""A leader who joins men of his nearer to the enemy: more than a march, less than a fight."""

ZEAL: Final = {
    Bent.CHARGE: 90, Bent.CLASH: 90, Bent.ASSAULT: 80, Bent.ADVANCE: 70, Bent.FIRE: 60,
    Bent.BOMBARDMENT: 60, Bent.STAND: 50, Bent.RIDE: 40, Bent.ENTRY: 30, Bent.MARCH: 20,
}  # fmt: skip
"""How much each bent is liked; other orders have their own ``zeal``."""

FIGHTS: Final = frozenset(bent for bent, zeal in ZEAL.items() if zeal >= ZEAL[Bent.STAND])
"""Orders that a fighter seldom declines."""


def choose(view: Any, ask: Ask, chooser: Chooser) -> Action:
    """One of the options. The view is what the side may know; nothing else is looked at."""
    drawn = _drawn(ask.options, chooser)
    orders = [order for order in drawn if not isinstance(order, Finish)]
    if not orders:
        return drawn[0]
    if chooser.randrange(RUNS_OUT) == 0 and TimeUp() in ask.options:
        return TimeUp()
    whim = orders[chooser.randrange(len(orders))]
    fights = any(bent_of(order) in FIGHTS for order in orders)
    patience = RELUCTANCE if fights else max(PATIENCE, len(view.own))
    if chooser.randrange(patience) == 0 and Finish() in ask.options:
        return Finish()
    if chooser.randrange(WHIM) == 0:
        return _rare(ask.options, chooser) or whim
    enemies = enemies_of(view)
    return max(orders, key=lambda order: _worth(view, order, enemies))


def _drawn(options: Any, chooser: Chooser) -> list[Action]:
    """Some options, in an order of chance where all cannot be listed."""
    if isinstance(options, Listed) and options.count() <= LISTED:
        return list(islice(options, LISTED))
    drawn: list[Action] = [options.sample(chooser) for _ in range(DRAWN)]
    if any(bent_of(order) is Bent.FIRE for order in drawn):
        drawn += [options.sample(chooser) for _ in range(VOLLEYS)]
    return drawn


def _rare(options: Any, chooser: Chooser) -> Action | None:
    """An order that is not about moving a unit on the map, where there are such: of command first."""
    if not hasattr(options, "of_others") or chooser.randrange(2):
        return None
    listed = list(islice(getattr(options, "commands", ()), LISTED))
    listed = listed or list(islice(options.of_others(), LISTED))
    return listed[chooser.randrange(len(listed))] if listed else None


def _worth(view: Any, order: Any, enemies: list[Place]) -> tuple[int, int, int]:
    """The kind of order, then how many take part or how near it leads to the enemy."""
    bent = bent_of(order)
    weight = order.zeal if bent is None else ZEAL.get(bent, 0)
    if bent in MARCHES and mover_of(order) in view.pieces:
        at = view.pieces[mover_of(order)].at
        before, after = nearest(at, enemies), nearest(end_of(at, order.path), enemies)
        return weight if after < before else 0, before - after, -after
    if bent is Bent.LEAD:
        return _led(view, order, enemies)
    parts = getattr(order, "firers", getattr(order, "units", ()))
    return weight, len(parts), 0


def _led(view: Any, order: Any, enemies: list[Place]) -> tuple[int, int, int]:
    """A leader rides: to men of his, nearer to the enemy?"""
    to = order.to if hasattr(order, "to") else end_of(0, order.path)
    gain = nearest(stands_at(view.leaders.get(order.leader, to)), enemies) - nearest(to, enemies)
    leads = to in view.stacks and gain > 0
    return LEADS_FROM_THE_FRONT if leads else 0, gain, 0
