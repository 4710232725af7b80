"""Outcomes: how a battle came out, for everybody who goes on from there.

``Over`` carries one. The report, the laboratory and whatever links battles read it; nobody works out
by himself who has won or what it cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec


class Fate(msgspec.Struct, frozen=True, gc=False):
    """What became of a unit or a leader.

    ``body`` is the organisation it serves in. ``fate`` is a word of the system: how it stands on the
    map, or how it left. ``gone``: it is lost to its side.
    """

    id: str
    name: str
    side: str
    body: str
    strength: int
    lost: int
    fate: str
    gone: bool = False


class Body(msgspec.Struct, frozen=True):
    """What became of an organisation: its strength at first, its losses, how low its spirits are."""

    id: str
    name: str
    side: str
    strength: int
    lost: int
    level: int


class Judged(msgspec.Struct, frozen=True):
    """How a battle that is judged more than once stood at an hour before its end."""

    time: str
    level: str
    verdict: str
    side: str


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a battle came out, or would if it ended now.

    ``side`` is the winner's, empty for a draw; ``level`` the level of victory as its scenario names
    it. ``places`` tells who holds the whole of each; a place held in part is nobody's.
    """

    verdict: str
    level: str
    side: str
    reasons: tuple[str, ...]
    points: Mapping[str, int]
    units: tuple[Fate, ...]
    leaders: tuple[Fate, ...]
    bodies: tuple[Body, ...]
    places: Mapping[str, str]
    earlier: tuple[Judged, ...] = ()

    def losses(self) -> dict[str, dict[str, int]]:
        """What was lost, by side and by the name of the organisation."""
        names = {body.id: body.name for body in self.bodies}
        found: dict[str, dict[str, int]] = {}
        for unit in self.units:
            side, body = found.setdefault(unit.side, {}), names.get(unit.body, unit.body)
            side[body] = side.get(body, 0) + unit.lost
        return found


def body_of(body: str, name: str, side: str, units: Iterable[Fate], level: int) -> Body:
    """An organisation, counted from what became of all units of the battle."""
    own = [unit for unit in units if unit.body == body]
    strength, lost = sum(unit.strength for unit in own), sum(unit.lost for unit in own)
    return Body(body, name, side, strength, lost, level)


def holders(places: Mapping[str, Iterable[int]], control: Mapping[int, str]) -> dict[str, str]:
    """Who holds all of each place that can be held."""
    found = {}
    for place, parts in places.items():
        held = {control.get(part) for part in parts}
        if held != {None}:
            found[place] = (held.pop() or "") if len(held) == 1 else ""
    return found
