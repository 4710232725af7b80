"""A player who picks by chance, but gets on with it.

Pure chance would march up and down until nightfall. So the dice are loaded a little:

* after each order a segment is ended one time in ``PATIENCE``, or in half as many as it has units
  if that is more, so that a side gives some orders in every turn and not all it could;
* a chance to fire or to assault is declined one time in ``RESTRAINT`` only;
* of a few orders drawn, the one that gains most ground towards the enemy is usually taken.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Action, Ask
from grognard.kernel.questions import Chooser
from grognard.mechanics.commands import Bent, Finish
from grognard.mechanics.places import Place
from grognard.planning.leanings import bent_of, end_of, enemies_of, mover_of, nearest

PATIENCE = 9
RESTRAINT = 5
DRAWN = 3
COMPARED = 8
BOLDNESS = 3
"""In all but one of so many times and one, the order that gains most ground is taken."""

FIGHTS = frozenset({Bent.ASSAULT, Bent.BOMBARDMENT, Bent.FIRE})


def choose(view: Any, ask: Ask, chooser: Chooser) -> Action:
    """One of the options. The view is what the side may know; nothing else is looked at."""
    options = ask.options
    if Finish() not in options:
        drawn: Action = options.sample(chooser)
        return drawn
    first = _not_finish(options, chooser)
    if first is None:
        return Finish()
    fights = bent_of(first) in FIGHTS
    patience = RESTRAINT if fights else max(PATIENCE, len(view.own) // 2)
    if chooser.randrange(patience) == 0:
        return Finish()
    if bent_of(first) is Bent.MARCH and chooser.randrange(BOLDNESS + 1):
        return _boldest(view, options, first, chooser)
    return first


def _not_finish(options: Any, chooser: Chooser) -> Action | None:
    """An order, if a few draws give one: where ending is half of what can be done, it happens."""
    for _ in range(DRAWN):
        drawn: Action = options.sample(chooser)
        if not isinstance(drawn, Finish):
            return drawn
    return None


def _boldest(view: Any, options: Any, first: Action, chooser: Chooser) -> Action:
    drawn: list[Action] = [first]
    drawn.extend(options.sample(chooser) for _ in range(COMPARED - 1))
    enemies = enemies_of(view)
    return max(
        (order for order in drawn if bent_of(order) is Bent.MARCH),
        key=lambda order: _gain(view, order, enemies),
    )


def _gain(view: Any, order: Any, enemies: list[Place]) -> tuple[int, int]:
    """How much nearer to an enemy the order leads, then how near it ends."""
    mover = mover_of(order)
    at = view.pieces[mover].at if mover in view.pieces else end_of(0, order.path)
    before, after = nearest(at, enemies), nearest(end_of(at, order.path), enemies)
    return before - after, -after
