"""Who may shoot at whom: kinds of fire, ranges, the priority target (E48, E50.1, E50.33)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

import msgspec

from grognard.kernel import Reason
from grognard.kernel.rules import rule
from grognard.mechanics.measured.mils import bearing, turn_between
from grognard.systems.empire.kinds import Arm, Formation, Order, Trait
from grognard.systems.empire.profile import WEAPONS as GUN_ROWS
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import Reach, sheet
from grognard.systems.empire.sight import Line, is_seen, line_to
from grognard.systems.empire.table import Table, box_of


class FireKind(StrEnum):
    """How a unit fires."""

    VOLLEY = "volley"
    SKIRMISH = "skirmish"
    BATTALION = "battalion"
    GUNS = "guns"

    @property
    def is_musketry(self) -> bool:
        return self in (FireKind.VOLLEY, FireKind.SKIRMISH)


class Band(StrEnum):
    """How far a target is for a weapon."""

    SHORT = "short"
    EFFECTIVE = "effective"
    LONG = "long"


class Aim(msgspec.Struct, frozen=True):
    """A shot that can be fired: by whom, how, at whom, along which line, at which range."""

    unit: UnitId
    kind: FireKind
    target: UnitId
    band: Band
    line: Line


@rule("EU.8", "EU.12")
def sk_of(table: Table, unit: UnitId) -> int:
    """The skirmishers that a unit has with it now: none while they are out, or once they are lost."""
    piece = table.pieces[unit]
    return 0 if piece.screen or piece.spent else table.printed(unit).sk


@rule("E50.33", "E48.3")
def kinds_of(table: Table, unit: UnitId) -> tuple[FireKind, ...]:
    """How a unit can fire: loose skirmishers by skirmish fire, foot by volley or its skirmishers."""
    card, piece = table.printed(unit), table.pieces[unit]
    if card.arm is Arm.ARTILLERY:
        return (FireKind.GUNS,) if piece.formation is Formation.UNLIMBERED else ()
    if card.arm is not Arm.INFANTRY:
        return ()
    if table.is_skirmisher(unit):
        return (FireKind.SKIRMISH,)
    kinds = [FireKind.VOLLEY]
    if sk_of(table, unit):
        kinds.append(FireKind.SKIRMISH)
    if Trait.BATTALION_GUNS in card.traits:
        kinds.append(FireKind.BATTALION)
    return tuple(kinds)


@rule("E48.1", "E48.2", "E48.3", "E48.4", "E48.5", "E48.6", "E48.7", "E48.8")
def reach_of(table: Table, unit: UnitId, kind: FireKind) -> Reach:
    """How far a unit reaches; guns reach farther from a hill, and soaked ones not so far."""
    card = table.printed(unit)
    if kind is not FireKind.GUNS:
        rifles = "_rifles" if Trait.RIFLE in card.traits else ""
        return sheet().reach(f"{WEAPONS[kind]}{rifles if kind.is_musketry else ''}")
    reach = sheet().reach(GUN_ROWS[card.calibre])
    if reach.long is not None and table.level(unit) > 0:
        effective, long = (sheet().length("ranges/hill", band) for band in ("effective", "long"))
        reach = Reach(reach.short, reach.effective + effective, reach.long + long)
    return reach._replace(long=None) if table.setting.soaked else reach


WEAPONS = {
    FireKind.VOLLEY: "infantry",
    FireKind.SKIRMISH: "skirmishers",
    FireKind.BATTALION: "battalion_guns",
}


def band_of(reach: Reach, line: Line) -> Band | None:
    """The band in which a line ends; None if it is too long."""
    if reach.short is not None and line.is_within(reach.short):
        return Band.SHORT
    if line.is_within(reach.effective):
        return Band.EFFECTIVE
    return Band.LONG if reach.long is not None and line.is_within(reach.long) else None


@rule("E48.9", "EG.9")
def aim_at(table: Table, unit: UnitId, kind: FireKind, target: UnitId) -> Aim | Reason:
    """A shot at a target, or what speaks against it, whoever else might have priority."""
    name = table.printed(unit).name
    if kind not in kinds_of(table, unit):
        return Reason(f"{name} cannot fire in this way", "E50.33")
    if target not in table.pieces or table.side_of(target) == table.side_of(unit):
        return Reason(f"{target} is no enemy on the table", "E50.1")
    if table.pieces[target].hidden:
        return Reason("nobody sees such a target", "EG.9")
    line = line_to(table, unit, target)
    if line is None:
        return Reason(f"{table.printed(target).name} is not ahead of {name}", "E48.9")
    band = band_of(reach_of(table, unit, kind), line)
    if band is None:
        return Reason(f"{table.printed(target).name} is out of range of {name}", "E48.9")
    if not is_seen(table, unit, target, line):
        return Reason(f"{name} does not see {table.printed(target).name}", "EG.9")
    return Aim(unit, kind, target, band, line)


def aims(table: Table, unit: UnitId, kind: FireKind) -> Iterator[Aim]:
    """Every shot that a unit could fire in a way, the priority set aside."""
    if kind not in kinds_of(table, unit):
        return
    far, side = reach_of(table, unit, kind).farthest, table.side_of(unit)
    for target in table.near(box_of(table.corners(unit)), far):
        if table.side_of(target) != side:
            found = aim_at(table, unit, kind, target)
            if isinstance(found, Aim):
                yield found


@rule("E50.1")
def priority(table: Table, unit: UnitId, kind: FireKind) -> Aim | None:
    """The nearest formed enemy; skirmishers and irregulars only where there is no such one."""

    def found() -> Aim | None:
        facing = table.pieces[unit].pose.facing
        order = list(table.pieces)

        def rank(aim: Aim) -> tuple[bool, object, int, int]:
            off = turn_between(facing, bearing(aim.line.start, aim.line.end))
            formed = table.is_formed(aim.target)
            return not formed, aim.line.squared, off, order.index(aim.target)

        return min(aims(table, unit, kind), key=rank, default=None)

    return table.derived(("priority", unit, kind), found)


@rule("E25.3")
def against_order(table: Table, aim: Aim) -> Reason | None:
    """On Manoeuvre nobody fires but guns, and these not at long range."""
    if table.body_of(aim.unit).order is not Order.MANOEUVRE:
        return None
    if aim.kind is FireKind.GUNS and aim.band is not Band.LONG:
        return None
    return Reason("on Manoeuvre only guns fire, at short or effective range", "E25.3")
