"""The dice of a volley: two on its row (N7.1), or a die for each point of strength (N20.4)."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import Call, Done, Flow, Goto, Procedure, Roll, rule, step
from grognard.systems.nlc import fire
from grognard.systems.nlc.cards import Cards
from grognard.systems.nlc.fire import Part, Volley, Why
from grognard.systems.nlc.morale import Occasion, morale_of
from grognard.systems.nlc.setting import UnitId
from grognard.systems.nlc.table import Table

NATURAL_ONE, NATURAL_SIX = 1, 6


class ThrowVolley(Procedure, tag=True):
    """The dice of one side's fire, if it has any strength. Result: the volley with its hits."""

    purpose: str
    units: tuple[UnitId, ...]
    volley: Volley
    bonus: int = 0

    @step("N7.1.1", "R-7.1c", "N20.4.1")
    def begin(self, table: Table) -> Flow:
        if not self.volley.strength:
            return Done(self.volley)
        if table.setting.on("six_to_hit"):
            return Call(SixToHit(self.purpose, self.volley.strength), then="hear_six")
        return None

    @step("N7.1.1", "N7.7.6", "N8.1.1")
    def roll(self, table: Table) -> Flow:
        return Roll("2d6", self.purpose, " ".join(self.units))

    @step("N7.1.1", "N7.1.9", "N7.1.11")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        return self._done(dice, fire.hits(table.setting.cards, self.volley.strength, sum(dice)))

    @step("N20.4.1", "N20.4.2")
    def hear_six(self, table: Table, faces: tuple[int, ...]) -> Flow:
        return self._done(faces, sixes(table.setting.cards, faces, self.bonus))

    def _done(self, dice: tuple[int, ...], hits: int) -> Flow:
        return Done(Volley(self.volley.parts, self.volley.strength, dice, hits))


class SixToHit(Procedure, tag=True):
    """N20.4.1: so many dice, thrown one after the other. Result: the faces."""

    purpose: str
    count: int
    faces: tuple[int, ...] = ()

    @step("N20.4.1")
    def look(self, table: Table) -> Flow:
        return None if len(self.faces) < self.count else Goto("finish")

    @step("N20.4.1")
    def throw(self, table: Table) -> Flow:
        return Roll("d6", self.purpose, f"{len(self.faces) + 1} of {self.count}")

    @step("N20.4.1")
    def hear(self, table: Table, dice: tuple[int, ...]) -> Flow:
        self.faces = (*self.faces, dice[0])
        return Goto("look")

    @step("N20.4.1")
    def finish(self, table: Table) -> Flow:
        return Done(self.faces)


@rule("N20.4.1", "N20.4.2", "R-20.4", "A24")
def sixes(cards: Cards, faces: tuple[int, ...], bonus: int) -> int:
    """The hits of these dice; each modifier of combat is one on every die."""
    needed, added = cards.figure("six_hits"), bonus * cards.figure("six_modifier")
    return sum(
        face == NATURAL_SIX or (face != NATURAL_ONE and face + added >= needed) for face in faces
    )


@rule("N20.4.3")
def disrupts(cards: Cards, faces: tuple[int, ...], bonus: int) -> bool:
    """Do guns disrupt their target with these dice?"""
    added = bonus * cards.figure("six_modifier")
    return any(face + added >= cards.figure("six_disrupts") for face in faces)


@rule("N20.4.5")
def morale_scaled(
    table: Table, ours: tuple[Part, ...], theirs: tuple[Part, ...]
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """For each point of better morale a quarter more for one side, a quarter less for the other."""
    if not ours or not theirs:
        return ours, theirs
    mine = max(morale_of(table, part.unit, Occasion("assault", attacking=True)) for part in ours)
    other = max(morale_of(table, part.unit, Occasion("assault")) for part in theirs)
    return _scaled(table, ours, mine - other), _scaled(table, theirs, other - mine)


def _scaled(table: Table, parts: tuple[Part, ...], lead: int) -> tuple[Part, ...]:
    if not lead:
        return parts
    cards = table.setting.cards
    factor = max(1 + lead * cards.share("morale_point"), Fraction(cards.share("morale_least")))
    why = Why(factor, "morale against theirs", "N20.4.5")
    return tuple(Part(part.unit, part.strength, (*part.whys, why)) for part in parts)
