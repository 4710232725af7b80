"""``surprise``: a side that is caught unawares only changes facing until it has woken (P46.2).

Its foot and guns are held but in and next to the places that are on the alert.
"""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import distance
from grognard.mechanics.packs.shapes import Field, Listed, Number, Record, Text
from grognard.systems.bataille.events.facts import Marked
from grognard.systems.bataille.marks import ALERT
from grognard.systems.bataille.pieces import Arms, UnitId
from grognard.systems.bataille.table import Table

SURPRISE: Final = "surprise"


class Surprise(msgspec.Struct, frozen=True):
    """Who is surprised, to the end of which turn, and which places are on the alert."""

    side: str
    until: int = 1
    alert: tuple[str, ...] = ()


SHAPE: Final = Record(
    {
        "side": Field(Text(), "who is surprised", needed=True),
        "until": Field(Number(1, 999), "the last turn of the surprise; the first if not given"),
        "alert": Field(Listed(Text()), "places in and next to which nobody is surprised"),
    }
)


@rule("P46.2")
def is_surprised(table: Table, unit: UnitId) -> bool:
    """Is the unit held by the surprise of the first turns? Cavalry never is.

    It counts where a unit stands when its order begins; who then marches off stays free.
    """
    rule_ = _held(table, unit)
    piece = table.pieces.get(unit)
    if rule_ is None or piece is None or ALERT in piece.marks:
        return False
    places = [at for place in rule_.alert for at in table.setting.places.get(place, ())]
    return not any(distance(at, place) <= 1 for at in piece.hexes for place in places)


def _held(table: Table, unit: UnitId) -> Surprise | None:
    """The surprise of this turn, if it is about units like this."""
    found: Surprise | None = table.setting.special.get(SURPRISE)
    if found is None or not 1 <= table.turn <= found.until:
        return None
    printed = table.setting.roster[unit]
    return None if printed.side != found.side or printed.arm is Arms.CAVALRY else found


@rule("P46.2")
def note_alert(table: Table, unit: UnitId) -> None:
    """An order begins: remember that no surprise holds the unit, wherever the order leads it."""
    if _held(table, unit) is not None and not is_surprised(table, unit):
        table.record(Marked(unit, ALERT))


def only_facing(table: Table, unit: UnitId) -> Reason:
    return Reason(f"{table.printed(unit).name} is surprised and only changes facing", "P46.2")
