"""What is laid over the table: arcs of fire, the range of command, threats, corridors, sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, Final

from grognard.desks.cards import Cards
from grognard.desks.documents import Card, Laid, Shape
from grognard.kernel import Reason
from grognard.mechanics.measured.footprints import centred
from grognard.mechanics.measured.gaps import gap_squared
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.measured.outlines import band, on_table, ring
from grognard.mechanics.measured.paths import advanced
from grognard.mechanics.measured.polygons import Polygon
from grognard.mechanics.measured.zones import Zone, corridor
from grognard.mechanics.places import Place
from grognard.systems.empire.charge.actions import Charge
from grognard.systems.empire.charge.approach import approach
from grognard.systems.empire.fire.aims import kinds_of, reach_of
from grognard.systems.empire.footprints import COMMANDER
from grognard.systems.empire.kinds import Arm, Branch
from grognard.systems.empire.setting import Setting, UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import is_seen, line_to
from grognard.systems.empire.table import Table
from grognard.systems.empire.threats import threats

UNIT: Final = "UD"


def drawn(setting: Setting, outline: Polygon) -> tuple[Place, ...]:
    """Corners as they are drawn, as far as the table goes."""
    return tuple(map(setting.place, on_table(outline, setting.width, setting.height)))


def ud(mils: int) -> str:
    """A length as people say it: 4 UD, 2.5 UD."""
    return f"{mils / MIL:g} {UNIT}"


def gap_text(one: Polygon, other: Polygon) -> str:
    """How far two bases are from one another."""
    return f"{isqrt(int(gap_squared(one, other))) / MIL:.2f}"


def charged(table: Table, order: Charge) -> tuple[Laid, ...]:
    """The corridor of a charge from the wheeled front to its target, and how it would touch."""
    way = approach(table, order.unit, order.target, formation=order.forms)
    if isinstance(way, Reason):
        return ()
    setting, end = table.setting, way.turned.moved(advanced(way.turned.pose, way.far))
    size = end.size
    contact = Shape(
        (setting.place(end.centre),), end.pose.facing, width=size.front, depth=size.depth
    )
    lane = corridor(way.turned, end.pose.point)
    start = table.pieces[order.unit].at
    return (
        Laid("outline", drawn(setting, lane), "corridor"),
        Laid("pose", (), "contact", "", contact),
        Laid(
            "line", (start, setting.place(end.pose.point)), "pause", f"{way.far / MIL:.2f} {UNIT}"
        ),
    )


def aimed(table: Table, unit: UnitId, target: UnitId) -> tuple[Laid, ...]:
    """The line of a shot and how far it is."""
    line = line_to(table, unit, target)
    if line is None:
        return ()
    far = isqrt(int(line.squared)) / MIL
    ends = (table.setting.place(line.start), table.setting.place(line.end))
    return (Laid("line", ends, "support", f"{far:.2f} {UNIT}"),)


def bands_of_fire(table: Table, unit: UnitId) -> Iterator[Laid]:
    """The front zone of a unit in bands, as far as it fires."""
    piece = table.pieces[unit]
    for kind in kinds_of(table, unit):
        reach, near = reach_of(table, unit, kind), 0
        for far, tone in ((reach.short, "near"), (reach.effective, "far"), (reach.long, "far")):
            if far:
                all_round = piece.formation.is_all_front
                outline = (
                    ring(piece.footprint, far) if all_round else band(piece.footprint, near, far)
                )
                yield Laid("outline", drawn(table.setting, outline), tone, ud(far))
                near = far


class Overlays(Cards):
    """What a player looks up at a table of Bataille Empire."""

    def arcs(self, found: Mapping[str, Any]) -> Card:
        """The front zone of a unit in bands: short hatched, effective and long dotted."""
        table, unit = found["table"], found["unit"]
        return Card(over=tuple(bands_of_fire(table, unit)) if unit in table.pieces else ())

    def range(self, found: Mapping[str, Any]) -> Card:
        """How far the general of a unit commands, and the line between them."""
        table, unit = found["table"], found["unit"]
        general = table.officers.get(unit)
        if unit in table.pieces:
            general = table.general(table.printed(unit).division)
        if general is None or general.at is None or general.lost:
            return Card()
        reach = sheet().commander(general.grade).range
        base, name = centred(general.at, 0, COMMANDER), self.teller.leader(general.id)
        over = [
            Laid(
                "outline",
                drawn(table.setting, ring(base, reach)),
                "command",
                f"{name}, {ud(reach)}",
            )
        ]
        if unit in table.pieces:
            card = table.printed(unit)
            light = card.arm is Arm.CAVALRY and card.branch is Branch.LIGHT
            if light or table.is_skirmisher(unit):
                more = reach + sheet().length("commanders/range", "skirmishers_or_light_cavalry")
                over.append(
                    Laid("outline", drawn(table.setting, ring(base, more)), "command", ud(more))
                )
            line = (table.setting.place(general.at), table.pieces[unit].at)
            over.append(Laid("line", line, "command", gap_text(base.corners, table.corners(unit))))
        return Card(over=tuple(over))  # fmt: skip

    def threat(self, found: Mapping[str, Any]) -> Card:
        """The front zones of formed enemies, and who threatens a side of one's own units."""
        table, side = found["table"], found["side"]
        reach = sheet().figure("units/support", "threat") * MIL
        over = [
            Laid("outline", drawn(table.setting, band(piece.footprint, 0, reach)), "threat")
            for unit, piece in table.pieces.items()
            if table.side_of(unit) != side
            and table.is_formed(unit)
            and not piece.hidden
            and not piece.formation.is_all_front
            and table.arm(unit) is not Arm.ARTILLERY
        ]
        for unit in table.units_of(side):
            over += [
                Laid("tag", (table.pieces[unit].at,), "blocked", self.text(f"threat-{zone.value}"))
                for zone in threats(table, unit)
                if zone is not Zone.FRONT
            ]
        return Card(over=tuple(over))

    def sight(self, found: Mapping[str, Any]) -> Card:
        """Does one unit see another? From the middle of a front to the nearest point."""
        table, place = found["table"], found["table"].setting.place
        one, other = (self._unit_at(table, found[end]) for end in ("origin", "target"))
        line = line_to(table, one, other) if one and other and one != other else None
        if line is None or not one or not other:
            return Card()
        clear = is_seen(table, one, other, line)
        far = f"{isqrt(int(line.squared)) / MIL:.2f} {UNIT}"
        ends = place(line.start), place(line.end)
        tone = "support" if clear else "blocked"
        return Card(over=(Laid("line", ends, tone, far),), clause="EG.9")

    def _unit_at(self, table: Table, at: Place) -> UnitId | None:
        return next((unit for unit, piece in table.pieces.items() if piece.at == at), None)
