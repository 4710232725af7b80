"""Increments that meet in an assault, the works between them, and giving way before it (rules 31-33)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import Call, Flow, Goto, Procedure, rule, step
from grognard.mechanics.hexes import Hex, side_towards
from grognard.systems.bataille.cards.values import WorkCard
from grognard.systems.bataille.events.facts import Disordered, FormationChanged
from grognard.systems.bataille.melee.melee import crossed_by, defenders_of, engaged_hexes
from grognard.systems.bataille.morale.checks import Checks
from grognard.systems.bataille.morale.retreat import Disorder
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, UnitId
from grognard.systems.bataille.table import Table


@rule("P16.13", "P16.32", "P32.3", "P32.4", "P33.4")
def attacking_increments(table: Table, attackers: Sequence[UnitId], target: Hex) -> int:
    """Increments that assault: at most four of a hex in line, all of any other."""
    lines: dict[Hex, int] = {}
    total = 0
    for unit in attackers:
        piece = table.pieces[unit]
        for at in engaged_hexes(table, unit, target):
            here = share_in(table, piece, at)
            if piece.formation is Formation.LINE:
                lines[at] = lines.get(at, 0) + here
            else:
                total += here
    most: int = table.setting.cards.count("line_fires")
    return total + sum(min(most, here) for here in lines.values())


@rule("P16.33", "P32.4", "P33.4", "PR-166")
def defending_increments(table: Table, target: Hex, side: str) -> int:
    """Increments that defend: everything in the hex, guns included."""
    defenders = defenders_of(table, target, side)
    return sum(share_in(table, table.pieces[unit], target) for unit in defenders)


def works_in_the_way(table: Table, unit: UnitId, target: Hex) -> list[WorkCard]:
    """Walls and works that a unit's assault must cross or enter (charts 29)."""
    works = table.setting.cards.works
    terrain = table.setting.ground.terrain[target]
    ways = [crossed_by(table, at, target) for at in engaged_hexes(table, unit, target)]
    shared = [feature for feature in works if ways and all(feature in way for way in ways)]
    return [works[feature] for feature in (*shared, terrain) if feature in works]


@rule("P33.8", "P33.9", "P35.5", "PR-89")
def is_between_foot(table: Table, attackers: Sequence[UnitId], target: Hex) -> bool:
    """Is cavalry on neither side? Where it is, nobody checks before melee."""
    side = table.side_of(attackers[0])
    fighters = (*attackers, *defenders_of(table, target, side))
    return all(table.printed(unit).arm is not Arm.CAVALRY for unit in fighters)


class GiveWay(Procedure, tag=True):
    """P33.10: units that failed before melee disorder and retreat; those beside them check.

    ``rolled`` units have checked in this assault and are not rolled for again (PR-75); ``guns``
    go with the first unit.
    """

    units: tuple[UnitId, ...]
    target: Hex
    rolled: tuple[UnitId, ...] = ()
    guns: tuple[UnitId, ...] = ()
    beside: tuple[UnitId, ...] = ()

    @step("P31.15", "PR-75")
    def look_round(self, table: Table) -> Flow:
        gone = (*self.units, *self.guns, *self.rolled)
        self.beside = friends_beside(table, self.units, gone)
        return None

    @step("P33.10", "PR-67", "PR-74", "PR-128")
    def give_way(self, table: Table) -> Flow:
        if not self.units:
            return Goto("steady_the_rest")
        unit, self.units = self.units[0], self.units[1:]
        at = _place_in(table, unit, self.target)
        if not at:
            return Goto("give_way")
        if stays_at_the_wall(table, unit, self.target):
            disorder_in_place(table, unit, at, self.target)
            return Goto("give_way")
        exempt = (*self.rolled, *self.beside)
        guns, self.guns = self.guns, ()
        return Call(Disorder(unit, "premelee", at, exempt=exempt, guns=guns), then="give_way")

    @step("P31.15", "PR-75")
    def steady_the_rest(self, table: Table) -> Flow:
        due = tuple(
            unit
            for unit in self.beside
            if unit in table.pieces and table.pieces[unit].cohesion is Cohesion.GOOD
        )
        return Call(Checks(due, "chain", exempt=self.rolled)) if due else None


def friends_beside(
    table: Table, units: Sequence[UnitId], gone: Sequence[UnitId]
) -> tuple[UnitId, ...]:
    """Friends in the hexes of these units, but for those who go as well."""
    found: list[UnitId] = []
    for unit in units:
        for at in table.pieces[unit].hexes:
            for other in table.stack(at):
                friend = table.side_of(other) == table.side_of(unit)
                if friend and other not in gone and other not in found:
                    found.append(other)
    return tuple(found)


def _place_in(table: Table, unit: UnitId, target: Hex) -> Hex:
    """The hex of the unit that is engaged; 0 if it has run away in the meantime."""
    piece = table.pieces.get(unit)
    if piece is None or target in piece.hexes:
        return target if piece is not None else 0
    touching = engaged_hexes(table, unit, target)
    return touching[0] if touching else 0


@rule("P33.17", "PR-160")
def disorder_in_place(table: Table, unit: UnitId, at: Hex, towards: Hex = 0) -> None:
    """A unit loses its order but not its ground; it closes up in one hex, in column."""
    piece = table.pieces[unit]
    loose = (Formation.COLUMN, Formation.GENERAL, Formation.LIMBERED, Formation.UNLIMBERED)
    if piece.formation not in loose or len(piece.hexes) > 1:
        rough = table.setting.general_order[at]
        formation = Formation.GENERAL if rough else Formation.COLUMN
        side = side_towards(at, towards) if towards else None
        facing = piece.facing if side is None else side
        table.record(FormationChanged(unit, formation, facing, (at,)))
    if table.pieces[unit].cohesion is Cohesion.GOOD:
        table.record(Disordered(unit, "P14.24"))


@rule("P33.17")
def stays_at_the_wall(table: Table, unit: UnitId, target: Hex) -> bool:
    """Attackers in order who are thrown back from a wall disorder where they stand (charts 29)."""
    piece = table.pieces[unit]
    if piece.cohesion is not Cohesion.GOOD or target in piece.hexes:
        return False
    return any(work.failed_attacker_stays for work in works_in_the_way(table, unit, target))
