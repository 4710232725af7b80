"""What the owner of a charge may order: to ride on, or to halt where he may (P38.2, P38.28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel import Options, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.systems.bataille.actions import Command, Finish
from grognard.systems.bataille.horse.charge_actions import Ride
from grognard.systems.bataille.horse.charge_search import contactable
from grognard.systems.bataille.horse.contact_states import state_of
from grognard.systems.bataille.horse.gallop import after, leg_from, legs
from grognard.systems.bataille.horse.ride import Riding
from grognard.systems.bataille.movement.march import Leg
from grognard.systems.bataille.movement.stacking import may_end
from grognard.systems.bataille.spans import PLACES, SPANS
from grognard.systems.bataille.table import Table

HALT_ONE_IN = 12
"""A sampled order is a halt one time in so many."""


class RideOptions(Options):
    """The rides open to a charge, and to halt where it may. Lists single words; ``in`` takes paths."""

    __slots__ = ("_legs", "gallop", "piece", "riding", "table")
    kinds = (Finish, Ride)

    def __init__(self, table: Table, riding: Riding) -> None:
        self.table, self.riding, self.gallop = table, riding, riding.gallop
        self.piece = table.pieces[self.gallop.lead]
        self._legs: list[Leg] | None = None

    @rule("P18.11", "P18.12", "P38.28", "P38.32", "P38.35")
    def against_halt(self) -> Reason | None:
        """Why the charge may not halt here: the hex is not for it, or its target awaits it."""
        table, side = self.table, self.table.side_of(self.gallop.lead)
        if any(table.has_enemy(at, side) for at in self.piece.hexes):
            return Reason("cavalry does not halt upon a square that it does not fight", "P18.11")
        for unit in self.gallop.units:
            barred = may_end(table, table.pieces[unit])
            if barred is not None:
                return barred
        target = self.riding.target
        if target in table.pieces and state_of(table, target) in ("square", "disordered"):
            if target in contactable(table, self.gallop):
                return Reason("the charge must be carried home", "P38.28")
        return None

    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            barred = self.against_halt()
            return () if barred is None or not self.has_rides() else (barred,)
        if not isinstance(action, Ride) or action.unit != self.gallop.lead or not action.path:
            return (Reason("this is not a ride of the charge in hand", "P38.2"),)
        gallop, piece = self.gallop, self.piece
        if self._legs is not None and len(action.path) == 1:
            if any(leg.word == action.path[0] for leg in self._legs):
                return ()
        for word in action.path:
            leg = leg_from(self.table, gallop, piece, word)
            if isinstance(leg, Reason):
                return (leg,)
            gallop, piece = after(self.table, gallop, piece, leg)
        return ()

    def legs(self) -> list[Leg]:
        """What every single word does that can be ridden now."""
        if self._legs is None:
            self._legs = list(legs(self.table, self.gallop))
        return self._legs

    def rides(self) -> list[Ride]:
        """Every single word that can be ridden now."""
        return [Ride(self.gallop.lead, (leg.word,)) for leg in self.legs()]

    def has_rides(self) -> bool:
        return next(legs(self.table, self.gallop), None) is not None

    def __iter__(self) -> Iterator[Command]:
        if Finish() in self:
            yield Finish()
        yield from self.rides()

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Command:
        """A ride by chance, or, as often as not, the one nearest to an enemy; a halt now and then."""
        ways = self.legs()
        if not ways or (not chooser.randrange(HALT_ONE_IN) and Finish() in self):
            return Finish()
        drawn = self._nearest(ways) if chooser.randrange(2) else chooser.randrange(len(ways))
        return Ride(self.gallop.lead, (ways[drawn].word,))

    def _nearest(self, legs: list[Leg]) -> int:
        """The first of the rides that bring the charge nearest to its target, or to any enemy."""
        table, hexes, target = self.table, self.piece.hexes, self.riding.target
        enemy = table.setting.enemy(table.side_of(self.gallop.lead))
        aim = table.pieces.get(target)
        foes = table.standing(enemy)[2] if aim is None else [PLACES[at] for at in aim.hexes]
        if not foes:
            return 0
        first, *others = [PLACES[at] for at in hexes]
        spans = [SPANS[there - first] for there in foes]
        for place in others:
            spans = list(map(min, spans, [SPANS[there - place] for there in foes]))
        # One word takes no part of a unit further than the unit is wide, and a hex.
        wide = max(len(hexes), *[len(leg.hexes) for leg in legs])
        shift = 1 if wide == 1 else 1 + wide
        most = min(spans) + 2 * shift
        near = [there for away, there in zip(spans, foes, strict=True) if away <= most]
        gaps = {
            there: min([SPANS[PLACES[at] - foe] for at in there for foe in near])
            for there in dict.fromkeys(leg.hexes for leg in legs)
        }
        return min(range(len(legs)), key=lambda index: gaps[legs[index].hexes])
