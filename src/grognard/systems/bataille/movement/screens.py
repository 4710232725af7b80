"""The screen of mounted skirmishers (rule 20): what it adds to the marches of foot and guns.

Pure. It works on hexes: those next to the skirmishers in their zone, and those two away. Enemy
light cavalry next to them, in any formation, tears it.
"""

from __future__ import annotations

from functools import lru_cache
from operator import add

from grognard.kernel import rule
from grognard.mechanics.boards import board_of
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import Hex
from grognard.mechanics.sweep import Dear, Sum
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.pieces import Arms, Cohesions, Forms, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

Screen = tuple[tuple[Hex, ...], tuple[Hex, ...]]
"""The hexes of mounted skirmishers, and those of their zone."""


@rule("P20.1", "P20.2")
def is_screen(table: Table, unit: UnitId) -> bool:
    """Is this unit mounted skirmishers in good order?"""
    piece = table.pieces[unit]
    return (
        piece.formation is Forms.SKIRMISH
        and piece.cohesion is Cohesions.GOOD
        and table.printed(unit).arm is Arms.CAVALRY
    )


@lru_cache(maxsize=32)
def _trained(setting: Setting, side: str) -> tuple[UnitId, ...]:
    """Read once for a battle: all cavalry of a side that can skirmish."""
    return tuple(
        unit
        for unit, printed in setting.roster.items()
        if printed.side == side and printed.arm is Arms.CAVALRY and printed.may_skirmish
    )


def screens_of(table: Table, side: str) -> list[UnitId]:
    """The mounted skirmishers of a side, in the order of the roster."""
    pieces = table.pieces
    return [
        unit
        for unit in _trained(table.setting, side)
        if unit in pieces and pieces[unit].formation is Forms.SKIRMISH and is_screen(table, unit)
    ]


@rule("P20.10", "PR-142")
def is_torn(table: Table, unit: UnitId) -> bool:
    """Is enemy light cavalry, not routed, next to any hex of these mounted skirmishers?"""
    side, around = table.side_of(unit), table.setting.ground.around
    for at in table.pieces[unit].hexes:
        for there in around[at]:
            for foe in table.stacks.get(there, ()):
                printed = table.setting.roster[foe]
                if printed.side != side and printed.is_light:
                    if table.pieces[foe].cohesion is not Cohesions.ROUT:
                        return True
    return False


# --- the screen


@rule("P20.3", "P20.4", "P20.10", "PR-54", "PR-142")
def surcharges(table: Table, side: str) -> dict[Hex, int]:
    """What the enemy's screens add, in half points, to entering or leaving each hex, for a side.

    The highest of several screens counts, or their sum where the table says so.
    """
    setting, enemy = table.setting, table.setting.enemy(side)
    adds = setting.options.get("cav_screen_cost") == "sum"
    whole = [
        (table.pieces[unit].hexes, table.zone_of.get(unit, ()))
        for unit in screens_of(table, enemy)
        if not is_torn(table, unit)
    ]
    return _all_screens(setting.ground, setting.cards, tuple(whole), adds) if whole else {}


@lru_cache(maxsize=256)
def _all_screens(
    ground: Ground, cards: Deck, screens: tuple[Screen, ...], adds: bool
) -> dict[Hex, int]:
    """What some screens add together. Kept, and so never to be changed."""
    found: dict[Hex, int] = {}
    for hexes, zone in screens:
        for at, price in _screen(ground, cards, hexes, zone).items():
            found[at] = found.get(at, 0) + price if adds else max(found.get(at, 0), price)
    return found


@rule("PR-31")
@lru_cache(maxsize=1024)
def _screen(
    ground: Ground, cards: Deck, hexes: tuple[Hex, ...], zone: tuple[Hex, ...]
) -> dict[Hex, int]:
    """One screen: its zone, and the hexes two away. Kept, and so never to be changed."""
    near = {there for at in hexes for there in ground.around[at]}
    beyond = {there for at in near if at for there in ground.around[at]}
    two_away = sorted(beyond.difference(near, hexes, (0,)))
    found = dict.fromkeys(two_away, cards.points("screen_two_away"))
    return found | dict.fromkeys(zone, cards.points("screen_adjacent"))


@rule("P20.3", "P20.4", "PR-54")
def both(table: Table) -> Sum:
    """What a step costs more by what the hex left and the hex entered ask: the dearer, or their sum."""
    return add if table.setting.options.get("cav_screen_cost") == "sum" else max


def screen_cost(table: Table, unit: UnitId, origin: Hex, there: Hex) -> int:
    """Half points that screens add to one step of a unit; horsemen pay nothing."""
    found = prices(table, unit)
    return both(table)(found.get(origin, 0), found.get(there, 0)) if found else 0


def prices(table: Table, unit: UnitId) -> dict[Hex, int]:
    """What screens add for a unit, worked out once for a table; nothing for horsemen."""
    printed = table.setting.roster[unit]
    if printed.arm is Arms.CAVALRY:
        return {}
    found = table.riders.get(("screens", printed.side))
    if found is None:
        found = table.of_riders(("screens", printed.side), lambda: surcharges(table, printed.side))
    return found


def dear_hexes(table: Table, unit: UnitId) -> Dear:
    """The hexes that screens make dear for a unit, by what they add; nothing for horsemen."""
    found = prices(table, unit)
    if not found:
        return ()
    size = table.setting.ground.size

    def make() -> Dear:
        by_price: dict[int, list[Hex]] = {}
        for at, price in found.items():
            by_price.setdefault(price, []).append(at)
        return tuple((price, board_of(hexes, size)) for price, hexes in by_price.items())

    return table.of_riders(("dear", table.side_of(unit)), make)
