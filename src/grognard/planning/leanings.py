"""What the simple bots read from an order of any system: its bent, whom it moves, and where to.

An order that moves somebody has a ``path``, of sides (``NE``) or of places, and names him as
``unit``, ``units`` or ``leader``.
"""

from __future__ import annotations

from typing import Any, Final

from grognard.kernel.system import subclasses
from grognard.mechanics.commands import Bent, Command
from grognard.mechanics.hexes import SIDES, neighbour
from grognard.mechanics.places import Place, distance

FAR: Final = 999
MARCHES: Final = frozenset({Bent.MARCH, Bent.RIDE})
"""Orders that move a unit."""


def verb_of(order: Any) -> str:
    """The first word of an order."""
    return str(getattr(type(order), "verb", ""))


def bent_of(order: Any) -> Bent | None:
    """What an order is bent on."""
    return getattr(type(order), "bent", None)


def bents(*rooms: str) -> dict[str, Bent | None]:
    """What the orders of some rooms are bent on, by their verbs."""
    return {kind.verb: kind.bent for kind in subclasses(Command, *rooms)}


def mover_of(order: Any) -> str:
    """Whom an order is for; of several the first."""
    units = getattr(order, "units", ())
    return str(getattr(order, "unit", "") or (units[0] if units else ""))


def end_of(at: Place, path: tuple[Any, ...]) -> Place:
    """Roughly where a path leads; wheels and turns are not followed."""
    for word in path:
        if isinstance(word, int):
            at = word
        elif word in SIDES:
            at = neighbour(at, SIDES.index(word))
    return at


def nearest(at: Place, enemies: list[Place]) -> int:
    """How far the nearest enemy is."""
    return min((distance(at, enemy) for enemy in enemies), default=FAR)


def enemies_of(view: Any) -> list[Place]:
    """Where the enemies stand, as far as they are seen."""
    return [piece.at for unit, piece in view.pieces.items() if unit in view.enemy]
