"""Things on the map that are no combat units, written as fates: wagons, and guns without a crew.

``wagon:1002:3``: a wagon stands there, driven there in turn 3; ``hit:1002``: it is about to go up there; ``guns:1002:1:6:french``: guns lie there, one increment lost, six
shots left, watched by that side since its last reorganise phase (or by nobody).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

import msgspec

from grognard.kernel import rule
from grognard.mechanics.hexes import Hex, name, parse_hex
from grognard.systems.an_xxx.supplement import Wagon, facts
from grognard.systems.bataille.pieces import Formation, UnitId
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table

WAGON: Final = "wagon:"
GUNS: Final = "guns:"
FIRE: Final = "fire:"
DESTROYED: Final = "destroyed"
HIT: Final = "hit:"
TAKEN: Final = "taken"
SPIKED: Final = "spiked"


class Lying(msgspec.Struct, frozen=True):
    """Guns without a crew: where, how many increments they had lost, their shots, and who has been
    alone with them since his last reorganise phase. Shots below nought are not counted."""

    at: Hex
    lost: int
    shots: int
    watched: str = ""

    def __str__(self) -> str:
        """
        >>> str(Lying(1002, 1, 6))
        'guns:1002:1:6:'
        """
        return f"{GUNS}{name(self.at)}:{self.lost}:{self.shots}:{self.watched}"


def read_lying(fate: str) -> Lying | None:
    """
    >>> read_lying("guns:1002:1:6:french").watched, read_lying("destroyed")
    ('french', None)
    """
    if not fate.startswith(GUNS):
        return None
    at, lost, shots, watched = fate.removeprefix(GUNS).split(":")
    return Lying(parse_hex(at), int(lost), int(shots), watched)


def lying_guns(fates: Mapping[str, str]) -> Iterator[tuple[UnitId, Lying]]:
    """The batteries that by their fates lie somewhere without a crew, by id."""
    for unit in sorted(fates):
        found = read_lying(fates[unit])
        if found is not None:
            yield unit, found


@rule("X18.14.5")
def standing(setting: Setting, fates: Mapping[str, str], side: str = "") -> list[tuple[Wagon, Hex]]:
    """The wagons that are on the map by their fates, of a side or of both, with their hexes; one
    stands where the set-up put it until something else is known of it."""
    found = []
    for wagon in facts(setting).wagons:
        if not side or wagon.side == side:
            fate = fates.get(wagon.id)
            at = _driven_to(fate) if fate else wagon.at
            if at:
                found.append((wagon, at))
    return found


@lru_cache(maxsize=1024)
def _driven_to(fate: str) -> Hex:
    """Where a wagon was driven by its fate; 0 if it stands nowhere any more."""
    return parse_hex(_parts(fate)[0]) if fate.startswith(WAGON) else 0


@rule("X18.14.5")
def wagons(table: Table, side: str) -> list[tuple[Wagon, Hex]]:
    """The wagons of a side that are on the map, with their hexes."""
    return standing(table.setting, table.removed, side)


@rule("X18.14.5")
def lone_wagons(table: Table, side: str) -> dict[Hex, str]:
    """Hexes in which nothing but a wagon of the enemy stands: it is defended as limbered guns are."""
    found = wagons(table, table.setting.enemy(side))
    return {at: Formation.LIMBERED.value for _, at in found if at not in table.stacks}


@rule("X18.14.5")
def lone_wagon_in(table: Table, at: Hex) -> Wagon | None:
    """The wagon that stands alone in a hex, whosever it is."""
    if at in table.stacks:
        return None
    found = standing(table.setting, table.removed)
    return next((wagon for wagon, there in found if there == at), None)


def wagon_at(at: Hex, turn: int) -> str:
    """The fate of a wagon that was driven to a hex."""
    return f"{WAGON}{name(at)}:{turn}"


def has_moved(table: Table, wagon: str) -> bool:
    """Was the wagon driven in this turn?"""
    fate = table.removed.get(wagon, "")
    return fate.startswith(WAGON) and int(_parts(fate)[1]) == table.turn


def _parts(fate: str) -> list[str]:
    return fate.removeprefix(WAGON).split(":")


def wagon_in(table: Table, at: Hex, side: str) -> Wagon | None:
    """A wagon of the side in a hex."""
    return next((wagon for wagon, there in wagons(table, side) if there == at), None)
