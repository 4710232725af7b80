"""The ground as a class of movers crosses it, on whole boards (rule 18); worked out once for a battle."""

from __future__ import annotations

from functools import lru_cache

from grognard.mechanics.boards import board_of, strides
from grognard.mechanics.ground import Ground
from grognard.mechanics.sweep import Country
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.command import weather
from grognard.systems.bataille.movement.pace import stream_cost
from grognard.systems.bataille.pieces import Arm, Formation, Piece, Printed
from grognard.systems.bataille.setting import Setting, moving_as, wades
from grognard.systems.bataille.table import Table


@lru_cache(maxsize=64)
def _kept(ground: Ground, cards: Deck, mover: str, flood: int, wades: bool) -> list[Country]:
    """The country of a class of movers, once it has been asked for: it hangs on no counter."""
    return []


def country_of(setting: Setting, mover: str, flood: int, wades: bool = False) -> Country:
    """What the ground of a battle leaves to a class of movers, streams being so high."""
    kept = _kept(setting.ground, setting.cards, mover, flood, wades)
    if not kept:
        kept.append(_made(setting, mover, flood, wades))
    return kept[0]


def _made(setting: Setting, mover: str, flood: int, wades: bool) -> Country:
    passage, ground, rough = setting.passage[mover], setting.ground, setting.general_order
    ways = (
        (at, side, price + (stream_cost(setting, at, side, flood, wades=wades) if flood else 0))
        for at in ground.hexes
        for side, price in enumerate(passage[at])
        if price
    )
    hexes = board_of((at for at in ground.hexes if rough[at]), ground.size)
    return Country(ground, strides(ground, ways), hexes)


def crossed_by(table: Table, printed: Printed, piece: Piece) -> Country:
    """The country of a unit as it stands, in the weather of the turn; skirmishers mind no streams."""
    setting = table.setting
    skirmishes = printed.arm is Arm.INFANTRY and piece.formation is Formation.SKIRMISH
    flood = 0 if skirmishes or not setting.ground.hexsides else weather.stream_points(table)
    return country_of(setting, moving_as(setting, printed, piece), flood, wades(setting, piece))
