"""What the owner of a charge may order: to ride on, or to halt where he may (P38.2, P38.28)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.kernel import Options, Reason, rule
from grognard.kernel.questions import Chooser
from grognard.mechanics.hexes import distance
from grognard.systems.bataille.actions import Command, Finish
from grognard.systems.bataille.pieces import Piece
from grognard.systems.bataille.table import Table
from grognard.systems.premier.charge_actions import Ride
from grognard.systems.premier.charge_search import contactable
from grognard.systems.premier.contact_states import state_of
from grognard.systems.premier.gallop import after, leg_from, words_for
from grognard.systems.premier.march import Leg
from grognard.systems.premier.ride import Riding
from grognard.systems.premier.stacking import may_end

HALT_ONE_IN = 12
"""A sampled order is a halt one time in so many."""


class RideOptions(Options):
    """The rides open to a charge, and to halt where it may. Lists single words; ``in`` takes paths."""

    __slots__ = ("gallop", "piece", "riding", "table")

    def __init__(self, table: Table, riding: Riding) -> None:
        self.table, self.riding, self.gallop = table, riding, riding.gallop
        self.piece = table.pieces[self.gallop.lead]

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

    def __contains__(self, action: object) -> bool:
        return not self.why_not(action)

    def why_not(self, action: object) -> Sequence[Reason]:
        if isinstance(action, Finish):
            barred = self.against_halt()
            return () if barred is None or not self.has_rides() else (barred,)
        if not isinstance(action, Ride) or action.unit != self.gallop.lead or not action.path:
            return (Reason("this is not a ride of the charge in hand", "P38.2"),)
        gallop, piece = self.gallop, self.piece
        for word in action.path:
            leg = leg_from(self.table, gallop, piece, word)
            if isinstance(leg, Reason):
                return (leg,)
            gallop, piece = after(self.table, gallop, piece, leg)
        return ()

    def rides(self) -> Iterator[Ride]:
        """Every single word that can be ridden now."""
        for word in words_for(self.table, self.gallop, self.piece):
            if isinstance(leg_from(self.table, self.gallop, self.piece, word), Leg):
                yield Ride(self.gallop.lead, (word,))

    def has_rides(self) -> bool:
        return next(self.rides(), None) is not None

    def __iter__(self) -> Iterator[Command]:
        if Finish() in self:
            yield Finish()
        yield from self.rides()

    def __bool__(self) -> bool:
        return True

    def sample(self, chooser: Chooser) -> Command:
        """A ride by chance, or, as often as not, the one nearest to an enemy; a halt now and then."""
        rides: list[Command] = list(self.rides())
        if not rides or (not chooser.randrange(HALT_ONE_IN) and Finish() in self):
            return Finish()
        if chooser.randrange(2):
            nearest = min((self._gap(ride), index) for index, ride in enumerate(rides))
            return rides[nearest[1]]
        return rides[chooser.randrange(len(rides))]

    def _gap(self, order: Command) -> int:
        """How far the nearest enemy would be, in hexes; a halt or a turn brings nobody nearer."""
        piece: Piece = self.piece
        if isinstance(order, Ride):
            leg = leg_from(self.table, self.gallop, piece, order.path[0])
            if isinstance(leg, Leg):
                piece = after(self.table, self.gallop, piece, leg)[1]
        side, target = self.table.side_of(self.gallop.lead), self.riding.target
        foes = (
            [target]
            if target in self.table.pieces
            else [foe for foe in self.table.pieces if self.table.side_of(foe) != side]
        )
        return min(
            (
                distance(at, there)
                for foe in foes
                for at in piece.hexes
                for there in self.table.pieces[foe].hexes
            ),
            default=0,
        )
