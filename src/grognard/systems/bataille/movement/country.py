"""The ground as a class of movers crosses it, on whole boards (rule 18); worked out once for a battle."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from grognard.mechanics.boards import board_of, strides
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex, Side
from grognard.mechanics.sweep import Country
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.movement.pace import stream_cost
from grognard.systems.bataille.pieces import Arm, Formation, Piece, Printed
from grognard.systems.bataille.setting import Setting, moving_as, wades
from grognard.systems.bataille.table import Table

Crossing = Callable[[Hex, Side], bool]
"""May a hexside be crossed at all?"""


@lru_cache(maxsize=128)
def _kept(
    ground: Ground, cards: Deck, mover: str, flood: int, wades: bool, charges: bool
) -> list[Country]:
    """The country of a class of movers, once it has been asked for: it hangs on no counter."""
    return []


def country_of(
    setting: Setting, mover: str, flood: int, wades: bool = False, charge: Crossing | None = None
) -> Country:
    """What the ground of a battle leaves to a class of movers, streams being so high.

    A ``charge`` crosses not every hexside that a march does, and has the same front everywhere.
    """
    kept = _kept(setting.ground, setting.cards, mover, flood, wades, charge is not None)
    if not kept:
        kept.append(_made(setting, mover, flood, wades, charge))
    return kept[0]


def _made(
    setting: Setting, mover: str, flood: int, wades: bool, charge: Crossing | None
) -> Country:
    passage, ground, rough = setting.passage[mover], setting.ground, setting.general_order
    ways = (
        (at, side, price + (stream_cost(setting, at, side, flood, wades=wades) if flood else 0))
        for at in ground.hexes
        for side, price in enumerate(passage[at])
        if price and (charge is None or charge(at, side))
    )
    hexes = (at for at in ground.hexes if rough[at]) if charge is None else ()
    return Country(ground, strides(ground, ways), board_of(hexes, ground.size))


def crossed_by(table: Table, printed: Printed, piece: Piece) -> Country:
    """The country of a unit as it stands, in the weather of the turn; skirmishers mind no streams."""
    setting = table.setting
    skirmishes = printed.arm is Arm.INFANTRY and piece.formation is Formation.SKIRMISH
    flood = 0 if skirmishes or not setting.ground.hexsides else weather.stream_points(table)
    return country_of(setting, moving_as(setting, printed, piece), flood, wades(setting, piece))
