"""The teller of Bataille Empire, and what its sentences are filled with."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist
from pathlib import Path
from typing import ClassVar, Final

from grognard.desks.catalogue import ENGLISH
from grognard.desks.teller import NONE, Arguments, Teller
from grognard.kernel import Event
from grognard.kernel.system import tag_of
from grognard.mechanics.measured.mils import bearing
from grognard.mechanics.places import MIL, name
from grognard.systems import empire
from grognard.systems.empire.desk.ground import called
from grognard.systems.empire.movement.screens import SUFFIX
from grognard.systems.empire.setting import Setting

BOOKKEEPING: Final = frozenset(
    {
        "Activated",
        "PointsSpent",
        "DivisionEnded",
        "MarkersLifted",
        "Marked",
        "FireSpent",
        "DutyNoted",
        "DutyMet",
        "PointsLost",
    }
)
"""Facts that only the rules remember."""

TURNED: Final = ("left", "right", "face")
"""How a unit turns: by so many degrees to a side, or so that it looks that way."""

WEIGHTS: Final = {
    "BattleEnded": 100, "CommanderLost": 9, "Removed": 7, "ObjectiveTaken": 6, "BuildingTaken": 6,
    "RiddenDown": 5, "ShockFought": 4, "FellBack": 3, "LossTaken": 2, "Arrived": 2,
}  # fmt: skip
"""How much an event matters to somebody who was away."""


AT_IT: Final = MIL // 2
"""Whoever is nearer to a place than this is at it."""

ARTICLES: Final = ("The ", "Le ", "La ", "Les ", "L’")


def within(name: str) -> str:
    """A name within a sentence.

    >>> within("The rearguard"), within("Thielmann")
    ('the rearguard', 'Thielmann')
    """
    return name[:1].lower() + name[1:] if name.startswith(ARTICLES) else name


class EmpireTeller(Teller):
    """Tells a battle of Bataille Empire with the names of its units and places."""

    setting: Setting
    words: ClassVar[tuple[Path, ...]] = (Path(empire.__path__[0]) / "words",)
    slots: ClassVar[Mapping[str, str]] = {
        **Teller.slots, "side": "camp", "division": "division", "objective": "objective", "principal": "who", "winner": "who",
        "loser": "who", "by": "who", "how": "way", "building": "house",
    }  # fmt: skip
    tones: ClassVar[Mapping[str, str]] = {
        "TurnBegan": "turn", "PlayerTurnBegan": "turn", "SegmentBegan": "segment",
        "BattleEnded": "verdict", "Removed": "loss", "LossTaken": "loss", "Disordered": "loss",
        "CommanderLost": "loss", "OrderTested": "command",
    }  # fmt: skip

    arguments: ClassVar[Mapping[str, Arguments]] = {
        "CommanderLost": lambda teller, event: {"point": "there" if event.point else NONE},
        "BattleEnded": lambda teller, event: {"verdict": teller.phrase(event.verdict)},
        "Rode": lambda teller, event: (
            {}
            if event.unit
            else {"unit": NONE, "at": teller.where(teller.setting.place(event.point))}
        ),
    }

    def at(self, at: int) -> str:
        """How far a point lies from the nearest place with a name, and which way; else where it is."""
        here = self.setting.point(at)
        named = [(dist(here, each.at), each) for each in self.setting.objectives.values()]
        if not named:
            return name(at)
        far, nearest = min(named, key=lambda each: each[0])
        place = self.phrase(nearest.name)
        if far < AT_IT:
            return self.say("at-place", place=place)
        heading = self.heading(bearing(nearest.at, here))
        return self.say("near-place", place=place, far=self.tenths(far / MIL), heading=heading)

    def tenths(self, value: float) -> str:
        """A number to a tenth, as the language writes it."""
        return f"{value:.1f}".replace(".", "." if self.language == ENGLISH else ",")

    def where(self, at: int | str) -> str:
        """A place; what a unit would change to is told as it is."""
        return at if isinstance(at, str) else super().where(at)

    def way(self, how: str) -> str:
        """How somebody answers: a word, or a change that he tries, as the catalogue can name it."""
        return how.replace(":", "-")

    def weigh(self, event: Event) -> int:
        return WEIGHTS.get(tag_of(type(event)), 0)

    def is_bookkeeping(self, event: Event) -> bool:
        return tag_of(type(event)) in BOOKKEEPING

    def division(self, division: str) -> str:
        held = self.setting.divisions.get(division)
        return within(self.phrase(held.name)) if held is not None else division

    def objective(self, objective: str) -> str:
        held = self.setting.objectives.get(objective)
        return self.phrase(held.name) if held is not None else objective

    def house(self, building: str) -> str:
        held = self.setting.buildings.get(building)
        return self.phrase(called(self.setting, held)) if held is not None else building

    def unit(self, unit: str) -> str:
        card = self.setting.roster.get(unit.removesuffix(SUFFIX))
        if card is None:
            return unit
        return self.say("skirmishers-of", unit=card.name) if unit.endswith(SUFFIX) else card.name

    def leader(self, leader: str) -> str:
        card = self.setting.commanders.get(leader)
        return self.phrase(card.name) if card is not None else leader

    def side(self, side: str) -> str:
        army = self.setting.armies.get(side)
        return self.phrase(army.name) if army is not None else side

    def camp(self, side: str) -> str:
        """A side within a sentence: the French."""
        said = within(self.side(side))
        return f"the {said}" if self.language == ENGLISH and not said.startswith("the ") else said

    def called(self, who: str) -> str:
        if ":" in who:
            return self.way(who)
        word, _, degrees = who.partition("-")
        if word in TURNED and degrees.isdigit():
            return self.say(f"turned-{word}", degrees=degrees, heading=self.heading(int(degrees)))
        if who in self.setting.divisions:
            return self.division(who)
        if who in self.setting.armies:
            return self.side(who)
        return self.leader(who) if who in self.setting.commanders else self.unit(who)
