"""Disorder, rout and giving ground: what befalls beaten units (rules 14 and 30).

The procedures that the other chapters call. The way back itself, hex by hex, is ``Retreat`` in
``retreat_move``; where it leads, ``retreat_paths``.
"""

from __future__ import annotations

from grognard.kernel import Call, Done, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex
from grognard.systems.bataille.command.leader_escape import after_loss
from grognard.systems.bataille.events.morale import Surrendered
from grognard.systems.bataille.morale.retreat_move import (
    MELEE,
    Retreat,
    become_disordered,
    become_routed,
    bring_along,
    close_up,
    rout_length,
    under_cavalry,
)
from grognard.systems.bataille.morale.retreat_paths import way_to_shelter
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table

MISPLACED = "misplaced"
"""The cause of disorder for skirmishers who end where they may not stand."""

DISORDERS = {
    "charge": "P38.24",
    "fire": "P31.11",
    "melee": "P14.24",
    "overstack": "P31.4",
    "passage": "P10.5",
    "premelee": "P33.3",
    "shelter": "P19.24",
    MISPLACED: "P19.35",
}
"""By its cause the clause that disorders a unit; the log names it."""


class Disorder(Procedure, tag=True):
    """P30.19: a unit loses its order and goes back three movement points, at least one hex.

    Cavalry and disordered units rout instead; routed ones cannot fall lower; unlimbered guns stay
    where they are. ``cause`` tells whether it costs increments and whether a unit without a way
    surrenders. ``exempt`` comrades need not check as it passes, ``guns`` go with it, ``ignored``
    cavalry does not turn it into a rout, and with ``shakes`` those it leaves behind check.
    """

    unit: UnitId
    cause: str
    from_hex: Hex = 0
    exempt: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    ignored: tuple[UnitId, ...] = ()
    shakes: bool = False
    loss_per_hex: int = 1
    start: Hex = 0
    crowds: bool = False

    @step("P16.98", "P30.1", "P30.4", "P30.10", "P30.16", "PR-69", "PR-131", "PR-147", "PR-161")
    def fall_into_disorder(self, table: Table) -> Flow:
        piece = table.pieces.get(self.unit)
        if piece is None or piece.cohesion is Cohesion.ROUT:
            return Done()
        cavalry = table.setting.roster[self.unit].arm is Arm.CAVALRY
        disorders = table.setting.reglement.horse_disorders
        routs = cavalry and (disorders is None or not disorders(table, self.unit))
        if routs or piece.cohesion is Cohesion.DISORDER or self._is_ridden_down(table, piece):
            return Call(self._as_rout(), then="over")
        if piece.formation is Formation.UNLIMBERED:
            become_disordered(table, self.unit, DISORDERS.get(self.cause, ""))
            return Done()
        self.crowds = close_up(table, self.unit, self.from_hex)
        become_disordered(table, self.unit, DISORDERS.get(self.cause, ""))
        bring_along(table, self.guns, Cohesion.DISORDER)
        self.start = table.pieces[self.unit].at
        return None

    @step("P10.3", "P14.24", "P30.19", "PR-50", "PR-67", "PR-68")
    def go_back(self, table: Table) -> Flow:
        return Call(
            Retreat(
                self.unit,
                self.cause,
                loss=self.loss_per_hex,
                exempt=self.exempt,
                guns=self.guns,
                ignored=self.ignored,
                crowds=self.crowds,
            )
        )

    @step("P31.3")
    def shake_the_others(self, table: Table) -> Flow:
        return shake(table, self.unit, self.start, self.exempt) if self.shakes else None

    @step("P30.19")
    def over(self, table: Table) -> Flow:
        return Done()

    def _as_rout(self) -> Rout:
        return Rout(
            self.unit,
            self.cause,
            self.from_hex,
            loss_per_hex=self.loss_per_hex,
            exempt=self.exempt,
            guns=self.guns,
            ignored=self.ignored,
            shakes=self.shakes,
        )

    @rule("P14.28", "P14.31", "PR-158")
    def _is_ridden_down(self, table: Table, piece: Piece) -> bool:
        """Does a cavalry zone on the hex of the melee itself make it a rout? Only as an option."""
        if self.cause != MELEE or piece.formation is Formation.UNLIMBERED:
            return False
        if table.setting.options.get("cav_zone_rout") != "origin_too":
            return False
        at = self.from_hex if self.from_hex in piece.hexes else piece.at
        return under_cavalry(table, self.unit, at, self.ignored)


class Rout(Procedure, tag=True):
    """P30.21: a unit breaks and runs ten hexes, cavalry its printed movement, or ``length``.

    ``in_place``: it breaks but stays where it is, as unlimbered guns always do. A unit that was
    routed already runs again from where it stands. The other fields are those of ``Disorder``.
    """

    unit: UnitId
    cause: str
    from_hex: Hex = 0
    length: int = 0
    loss_per_hex: int = 1
    in_place: bool = False
    exempt: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    ignored: tuple[UnitId, ...] = ()
    shakes: bool = False
    start: Hex = 0
    crowds: bool = False

    @step("P30.1", "P30.10", "P30.16", "PR-78", "PR-131")
    def break_up(self, table: Table) -> Flow:
        piece = table.pieces.get(self.unit)
        if piece is None:
            return Done()
        if piece.formation is Formation.UNLIMBERED:
            become_routed(table, self.unit)
            return Done()
        self.crowds = close_up(table, self.unit, self.from_hex)
        become_routed(table, self.unit)
        self.start = table.pieces[self.unit].at
        if self.in_place:
            return self._stay(table)
        bring_along(table, self.guns, Cohesion.ROUT)
        return None

    @step("P14.29", "P30.8", "P30.11", "P30.21", "PR-70", "PR-71")
    def run(self, table: Table) -> Flow:
        return Call(
            Retreat(
                self.unit,
                self.cause,
                hexes=self.length or rout_length(table, self.unit),
                loss=self.loss_per_hex,
                exempt=self.exempt,
                guns=self.guns,
                ignored=self.ignored,
                crowds=self.crowds,
            )
        )

    @step("P31.3")
    def shake_the_others(self, table: Table) -> Flow:
        return shake(table, self.unit, self.start, self.exempt) if self.shakes else None

    @step("P30.21")
    def over(self, table: Table) -> Flow:
        return Done()

    def _stay(self, table: Table) -> Flow:
        if self.crowds:
            settle = table.setting.reglement.settle(self.start, (self.unit,))
            return Call(settle, then="shake_the_others")
        return Goto("shake_the_others")


@rule("P31.3", "PR-75")
def shake(table: Table, unit: UnitId, at: Hex, exempt: tuple[UnitId, ...]) -> Flow:
    """The good-order comrades whom a broken unit leaves behind check."""
    # The chapters of checks and retreats call each other, so one of them imports late.
    from grognard.systems.bataille.morale.checks import Checks

    steady = tuple(
        other
        for other in table.stack(at)
        if other not in (unit, *exempt)
        and table.side_of(other) == table.side_of(unit)
        and table.pieces[other].cohesion is Cohesion.GOOD
    )
    return Call(Checks(steady, "comrades", exempt=exempt)) if steady else None


class GiveGround(Procedure, tag=True):
    """A beaten unit goes back so many hexes in the order it is in, as some effect codes have it.

    The zones it leaves cost it increments as after any melee. Result: is it still on the map?
    """

    unit: UnitId
    hexes_count: int
    loss_per_hex: int = 1
    exempt: tuple[UnitId, ...] = ()

    @step("P34.4", "PR-93", "PR-161")
    def go_back(self, table: Table) -> Flow:
        close_up(table, self.unit, 0)
        return Call(
            Retreat(
                self.unit,
                MELEE,
                hexes=self.hexes_count,
                loss=self.loss_per_hex,
                exempt=self.exempt,
                in_order=table.pieces[self.unit].cohesion is Cohesion.GOOD,
            )
        )

    @step("P34.4")
    def arrive(self, table: Table) -> Flow:
        return Done(self.unit in table.pieces)


class SeekShelter(Procedure, tag=True):
    """P30.31: a routed unit far from every enemy makes for woods or houses, unless it is there."""

    unit: UnitId

    @step("P30.31", "PR-79")
    def go(self, table: Table) -> Flow:
        path = way_to_shelter(table, self.unit, rout_length(table, self.unit))
        return Call(Retreat(self.unit, "recovery", hexes=len(path), path=path)) if path else None

    @step("P30.31")
    def over(self, table: Table) -> Flow:
        return Done()


class Surrender(Procedure, tag=True):
    """P30.27: a unit lays down its arms and is removed."""

    unit: UnitId
    cause: str

    @step("P14.21", "P30.27", "PR-80")
    def lay_down_arms(self, table: Table) -> Flow:
        if self.unit in table.pieces:
            hexes = table.pieces[self.unit].hexes
            table.record(Surrendered(self.unit, self.cause))
            after_loss(table, self.unit, hexes)
        return Done()


# --- steps back in a stand-off
