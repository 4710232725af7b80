"""Sentences for what the editions of La Bataille share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from grognard.desks.wording import counted, hexes
from grognard.systems.premier.desk.sentences.marks import meaning

if TYPE_CHECKING:
    from grognard.desks.teller import Sentence
    from grognard.systems.premier.desk.sentences.teller import PremierTeller as Teller

WEATHER: Final = {"dry": "dry", "rain": "rain", "soaked": "rain, the cartridges are soaked"}
"""Weather that wants more than its name."""

CAUSES: Final = {
    "fire": "to fire",
    "melee": "in melee",
    "retreat": "on its retreat",
    "trample": "under the hooves",
    "recovery": "to men who drop out",
}
FATES: Final = {
    "destroyed": "has lost its last man",
    "eliminated": "is no more",
    "surrendered": "has surrendered",
    "off-map": "has run off the map",
    "replaced": "is replaced by other counters",
    "captured": "is taken",
}


def weather(word: str) -> str:
    return WEATHER.get(word, word.replace("_", " "))


def segment(word: str) -> str:
    return word.replace("-", " ")


def _moved(teller: Teller, event: Any) -> str:
    return f"{teller.unit(event.unit)} marches to {_hexes(event)}, facing {teller.facing(event)}"


def _formed(teller: Teller, event: Any) -> str:
    return (
        f"{teller.unit(event.unit)} forms {event.formation.value} in {_hexes(event)}, "
        f"facing {teller.facing(event)}"
    )


def _hexes(event: Any) -> str:
    return hexes(event.hexes)


SENTENCES: Final[dict[str, Sentence]] = {
    "TurnBegan": lambda t, e: f"--- Turn {e.turn}, {e.time}, {weather(e.weather)} ---",
    "SequenceBegan": lambda t, e: f"-- {t.side(e.side)} --",
    "SegmentBegan": lambda t, e: f"- {segment(e.segment)} -",
    "Moved": _moved,
    "Turned": lambda t, e: f"{t.unit(e.unit)} turns",
    "FormationChanged": _formed,
    "Shrank": lambda t, e: f"{t.unit(e.unit)} closes up in {_hexes(e)}",
    "LostIncrements": lambda t, e: (
        f"{t.unit(e.unit)} loses {counted(e.count, 'increment')} {CAUSES.get(e.cause, f'to {e.cause}')}"
    ),
    "Disordered": lambda t, e: f"{t.unit(e.unit)} is disordered",
    "Routed": lambda t, e: f"{t.unit(e.unit)} routs",
    "Removed": lambda t, e: f"{t.unit(e.unit)} {FATES.get(e.fate, f'is gone: {e.fate}')}",
    "Marked": lambda t, e: f"{t.unit(e.unit)} {meaning(e.mark)}",
    "Unmarked": lambda t, e: f"{t.unit(e.unit)} no longer: {meaning(e.mark)}",
    "StackOrdered": lambda t, e: f"in {t.at(e.at)} from the top: {t.units(e.units)}",
}
