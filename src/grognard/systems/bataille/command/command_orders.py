"""Orders of command in the movement segment: forced marches, leaving the map, the host's clock.

``MovementOptions`` keeps one of these and asks it about every order of ``command_actions``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.kernel import Reason, rule
from grognard.kernel.questions import Chooser
from grognard.systems.bataille.actions import Command
from grognard.systems.bataille.command import clock
from grognard.systems.bataille.command.command_actions import ForceMarch, Leave, TimeUp
from grognard.systems.bataille.command.force_march import force_marches, may_force_march
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.offmap import leaving_hexes, may_leave
from grognard.systems.bataille.pieces import UnitId
from grognard.systems.bataille.table import Table

CommandOrder = ForceMarch | Leave | TimeUp


class CommandOrders:
    """What a side may order beyond marches. ``begun``: some unit has had an order already.

    ``time-up`` is the host's to say: it is allowed where a clock runs, and never offered.
    """

    __slots__ = ("begun", "in_hand", "side", "table")

    def __init__(
        self, table: Table, side: str, begun: bool, in_hand: Callable[[UnitId], InHand | Reason]
    ) -> None:
        self.table, self.side, self.begun, self.in_hand = table, side, begun, in_hand

    @rule("P44.1", "P46.2", "PR-137")
    def against(self, order: CommandOrder) -> Reason | None:
        """The reason against an order, or None."""
        if isinstance(order, TimeUp):
            return clock.may_call_time(self.table, self.side)
        if isinstance(order, ForceMarch):
            if self.begun:
                return Reason("forced marches come before any other movement", "P44.1")
            return may_force_march(self.table, self.side, order)
        hand = self.in_hand(order.unit)
        return hand if isinstance(hand, Reason) else may_leave(self.table, hand)

    def __iter__(self) -> Iterator[Command]:
        if not self.begun:
            yield from force_marches(self.table, self.side)
        yield from self._leaving()

    def _leaving(self) -> Iterator[Leave]:
        doors = leaving_hexes(self.table, self.side)
        if not doors:
            return
        for unit in self.table.units_of(self.side):
            if self.table.pieces[unit].hexes[0] in doors:
                order = Leave(unit)
                if self.against(order) is None:
                    yield order

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        return sum(1 for _ in self)

    def sample(self, chooser: Chooser) -> Command | None:
        """One of them by chance, if there are any."""
        listed = list(self)
        return listed[chooser.randrange(len(listed))] if listed else None
