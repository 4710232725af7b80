"""Orders in their lives: in force, waiting, on the way; and who obeys them (N12)."""

from __future__ import annotations

import msgspec

from grognard.kernel import Item
from grognard.mechanics.hexes import Hex
from grognard.systems.nlc.kinds import OrderType
from grognard.systems.nlc.setting import FormationId, LeaderId, Order, Sequence

ForceId = str
"""Whoever has an order of his own: a formation, a division apart from it ('fr_ii/6'), a part of a
march that was blocked ('fr_ii+husson'), a wing commander or a headquarters."""

SEAMS = ("/", "+")
"""What joins the name of a formation to that of a division or a part of it."""

DAWN = "dawn"
"""The state of an order received at night: it is obeyed when day breaks (N16.5)."""


def home_of(force: ForceId) -> FormationId:
    """The formation to which a body belongs by right, whoever commands it now."""
    for seam in SEAMS:
        force = force.partition(seam)[0]
    return force


class Waiting(msgspec.Struct, frozen=True):
    """An order received and not yet complied with; ``state`` is 1T, R4, R5 or dawn."""

    orders: Sequence
    state: str
    since: int
    sender: LeaderId = ""


class Dispatch(msgspec.Struct, frozen=True):
    """An order on its way. ``shifts`` were settled when it was sent (N12.4)."""

    number: int
    sender: LeaderId
    to: ForceId
    orders: Sequence
    issued: int
    due: int
    face_to_face: bool = False
    shifts: tuple[Item, ...] = ()


class Force(msgspec.Struct, frozen=True):
    """A body under one order, and what that order remembers.

    ``formation`` is whose chit activates it; ``leader`` who leads it, empty for a leaderless
    division; ``chief`` the corps or wing to which Assign has given it, if any.

    Of the order in force: ``since`` the turn of compliance; ``arrived`` and ``anchor`` for Defend
    and Delay; ``contact`` that a unit has been in a zone under it; ``gun_turns`` how long
    bombardment alone has passed for an attack; ``loss_turn`` the first turn of a step loss under
    it; ``held`` the target hexes that the side controlled at compliance; ``reached`` that a unit
    has been in a target hex. ``attacked`` is the last turn in which a unit of it was attacked.
    """

    id: ForceId
    side: str
    formation: FormationId
    leader: LeaderId
    order: Order
    queue: Sequence = ()
    chief: str = ""
    since: int = 0
    arrived: bool = False
    anchor: Hex = 0
    contact: bool = False
    gun_turns: int = 0
    loss_turn: int = 0
    held: tuple[Hex, ...] = ()
    reached: bool = False
    attacked: int = 0
    waiting: Waiting | None = None
    may_rejoin: bool = False
    swing: int = 0
    """Change of the demoralization limit by operations (N20.9)."""
    fatigue: int = 0
    """0 fresh, 1 tired, 2 exhausted (N20.8)."""
    rested: int = 0
    marks: tuple[str, ...] = ()

    @property
    def type(self) -> OrderType:
        return self.order.type

    @property
    def is_whole(self) -> bool:
        """Is this a formation that acts by its own chit, and not a part, nor put under a corps?"""
        return self.id == self.formation

    @property
    def is_attached(self) -> bool:
        """Is this a division with a chit of its own that Assign has put under a corps?"""
        return bool(self.chief) and self.id != self.formation and self.id == home_of(self.id)


class HiddenMarch(msgspec.Struct, frozen=True):
    """A formation on a plotted march whose counters on the map are dummies (N20.1).

    ``plot`` is the exact way of the leader from where the counters stand; ``bank`` what he may
    spend, in half points; ``first`` the bank of the first turn; ``since`` the turn in which it began.
    After a change of orders ``walked`` are the steps made before it, ``early`` those of the first
    turn among them, and the bank is counted anew.
    """

    force: ForceId
    plot: tuple[Hex, ...]
    bank: int = 0
    first: int = 0
    since: int = 0
    walked: int = 0
    early: int = 0
