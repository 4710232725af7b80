"""Who fights in a shock, and how each of them came into it (E56)."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import Point
from grognard.mechanics.measured.zones import Zone
from grognard.systems.empire.hiding import told_of
from grognard.systems.empire.setting import SideId, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.supports import rear_supports, side_supports
from grognard.systems.empire.table import Table


class Occasion(StrEnum):
    """What brought a shock about."""

    CHARGE = "charge"
    OPPORTUNITY = "opportunity"
    PURSUIT = "pursuit"


class Charger(msgspec.Struct, frozen=True):
    """A unit that came to strike.

    ``start`` is where its front centre began, ``back`` where it was 1 UD before contact, ``moved`` how
    far it came in this charge, ``zone`` the side of its enemy that it strikes, ``waded`` whether it
    crossed a stream on the way.
    """

    unit: UnitId
    start: Point
    back: Point
    moved: int = 0
    zone: Zone = Zone.FRONT
    waded: bool = False


class Fight(msgspec.Struct, frozen=True):
    """A shock: all who struck one target, and how that met them if it counter-charged.

    ``engaged`` are units that fight elsewhere in the same step and support nobody here.
    """

    target: UnitId
    chargers: tuple[Charger, ...]
    occasion: Occasion = Occasion.CHARGE
    answer: Charger | None = None
    engaged: tuple[UnitId, ...] = ()

    def seen(self, table: Table, side: SideId) -> Fight:
        """The same without those who charge elsewhere, if a side may not know of one of them."""
        return msgspec.structs.replace(self, engaged=told_of(table, self.engaged, side))

    @property
    def attackers(self) -> tuple[UnitId, ...]:
        return tuple(charger.unit for charger in self.chargers)

    @property
    def fighters(self) -> tuple[UnitId, ...]:
        return (*self.attackers, self.target)

    def charger(self, unit: UnitId) -> Charger | None:
        """How a unit came into it; nothing for a target that stood."""
        if unit == self.target:
            return self.answer
        return next(each for each in self.chargers if each.unit == unit)

    @property
    def strikes_flank(self) -> bool:
        return any(charger.zone is not Zone.FRONT for charger in self.chargers)


@rule("EG.12", "EG.17", "E35.10", "ER-11")
def morale_supports(
    table: Table, fight: Fight, unit: UnitId, firing: tuple[UnitId, ...]
) -> tuple[UnitId, ...]:
    """Who supports a unit by being there: fellow chargers, friends behind and beside it.

    Whoever supports by fire, or fights elsewhere, does not.
    """
    fellows = [each for each in fight.attackers if each != unit and unit != fight.target]
    others = [
        friend
        for friend in (*rear_supports(table, unit), *side_supports(table, unit))
        if friend not in fight.fighters and friend not in firing and friend not in fight.engaged
    ]
    most = sheet().figure("units/support", "morale_most")
    return tuple(dict.fromkeys((*fellows, *others)))[:most]
