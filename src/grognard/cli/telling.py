"""Events in words: a sentence each, and the account of every roll line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from grognard.kernel import Account, Event
from grognard.mechanics.hexes import name
from grognard.systems.bataille import events as facts
from grognard.systems.bataille.pieces import Formation, Piece, facing_name

HEXES = frozenset(
    {"at", "target", "hexes", "to", "from_hex", "came_from", "origin", "hex", "place", "there"}
)
"""Fields that hold hexes, whatever the event."""


class Teller:
    """Tells the events of one battle, with the names of its units."""

    def __init__(self, setting: Any) -> None:
        self.setting = setting

    def unit(self, unit: str) -> str:
        """The id, with the name of the counter."""
        printed = self.setting.roster.get(unit)
        return unit if printed is None or printed.name == unit else f"{unit} {printed.name}"

    def lines(self, event: Event) -> Iterator[str]:
        """The event in a sentence, then its accounts."""
        sentence = SENTENCES.get(type(event))
        yield (sentence(self, event) if sentence else self._plain(event)) + _clauses(event)
        for field in event.__struct_fields__:
            held = getattr(event, field)
            if isinstance(held, Account):
                for item in held:
                    yield f"    {item}"
            elif _is_list_of_lines(held):
                for part in held:
                    yield f"    {part}"

    def _plain(self, event: Event) -> str:
        words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(event).__name__).lower()
        said = [
            f"{field.replace('_', ' ')} {self._value(field, getattr(event, field))}"
            for field in event.__struct_fields__
            if _is_short(getattr(event, field))
        ]
        return f"{words}: {', '.join(said)}" if said else words

    def _value(self, field: str, value: Any) -> str:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int) and field in HEXES:
            return name(value) if value else "none"
        if isinstance(value, tuple):
            return " ".join(self._value(field, part) for part in value) or "none"
        if isinstance(value, Piece):
            return self._stance(value)
        return self.unit(value) if isinstance(value, str) else str(value)

    def _stance(self, piece: Piece) -> str:
        return (
            f"{self.unit(piece.id)} at {_hexes(piece.hexes)} in {piece.formation.value} "
            f"facing {facing_name(piece.formation, piece.facing)}"
        )


def _is_short(value: Any) -> bool:
    if isinstance(value, Piece):
        return True
    return not _is_list_of_lines(value) and not isinstance(value, msgspec.Struct)


def _is_list_of_lines(value: Any) -> bool:
    """Parts that deserve a line each: records, or whole sentences."""
    if not isinstance(value, tuple) or not value:
        return False
    return isinstance(value[0], msgspec.Struct) or " " in str(value[0])


def _clauses(event: Event) -> str:
    return f" ({', '.join(event.clauses)})" if event.clauses else ""


def _hexes(hexes: tuple[int, ...]) -> str:
    return "+".join(map(name, hexes))


def _moved(teller: Teller, event: Any) -> str:
    faces = facing_name(event.formation, event.facing)
    return f"{teller.unit(event.unit)} goes to {_hexes(event.hexes)}, facing {faces}"


def _formed(teller: Teller, event: Any) -> str:
    faces = facing_name(event.formation, event.facing)
    return (
        f"{teller.unit(event.unit)} forms {event.formation.value} "
        f"in {_hexes(event.hexes)}, facing {faces}"
    )


def _turned(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} turns"


SENTENCES: dict[type[Event], Callable[[Teller, Any], str]] = {
    facts.TurnBegan: lambda teller, e: f"--- Turn {e.turn}, {e.time}, {e.weather} ---",
    facts.SequenceBegan: lambda teller, e: f"-- {e.side} --",
    facts.SegmentBegan: lambda teller, e: f"- {e.segment.replace('-', ' ')} -",
    facts.Moved: _moved,
    facts.FormationChanged: _formed,
    facts.Turned: _turned,
    facts.LostIncrements: lambda t, e: f"{t.unit(e.unit)} loses {e.count} to {e.cause}",
    facts.Disordered: lambda teller, e: f"{teller.unit(e.unit)} is disordered",
    facts.Routed: lambda teller, e: f"{teller.unit(e.unit)} routs",
    facts.Recovered: lambda teller, e: f"{teller.unit(e.unit)} is in good order again",
    facts.Removed: lambda teller, e: f"{teller.unit(e.unit)} is gone: {e.fate}",
    facts.Placed: lambda teller, e: f"{teller._stance(e.piece)} is placed",
}

FORMATIONS = {
    Formation.COLUMN: "c",
    Formation.LINE: "l",
    Formation.SQUARE: "q",
    Formation.GENERAL: "g",
    Formation.SKIRMISH: "s",
    Formation.ROAD: "r",
    Formation.LIMBERED: "m",
    Formation.UNLIMBERED: "u",
}
"""One letter for each formation, as the map of the text table shows it."""
