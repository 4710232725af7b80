"""Small tables: two divisions on a piece of ground, by positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from grognard.mechanics.measured.footprints import Pose
from grognard.mechanics.measured.mils import MIL, Point
from grognard.systems.empire.kinds import Edge, Grade, Order
from grognard.systems.empire.opening import opening_table
from grognard.systems.empire.options import OPTIONS
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.setting import (
    Army,
    Building,
    Commander,
    Division,
    Patch,
    Setting,
    SideId,
    Stand,
    Turn,
    Unit,
    UnitId,
    Victory,
    Way,
)
from grognard.systems.empire.table import Table

SIDES: Final = {"F": "french", "P": "prussian"}
"""Whose a unit is, by the first letter of its name."""

EDGES: Final = {"french": Edge.SOUTH, "prussian": Edge.NORTH}
WIDE: Final = 40 * MIL
"""How wide and deep a table is where nothing is said."""

replace = msgspec.structs.replace


class Base(msgspec.Struct, frozen=True):
    """A unit and how it stands at first; ``more`` are other fields of its piece."""

    card: Unit
    stand: Stand
    more: Mapping[str, object] = {}


class General(msgspec.Struct, frozen=True):
    """The general of a side: where he is, what he is worth, whom he is with; or that there is none."""

    at: Point | None = None
    grade: Grade = Grade.STRATEGIST
    attached: UnitId = ""
    points: int = 0
    absent: bool = False


class Drawing(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is drawn. Where nothing is said, a general is with the first of his units, so
    that everybody is in command, and a division is on Attack."""

    bases: tuple[Base, ...]
    patches: tuple[Patch, ...] = ()
    buildings: tuple[Building, ...] = ()
    ways: tuple[Way, ...] = ()
    orders: Mapping[SideId, Order] = {}
    generals: Mapping[SideId, General] = {}
    phasing: SideId = "french"
    options: Mapping[str, str] = {}
    soaked: bool = False
    width: int = WIDE
    height: int = WIDE
    turns: int = 2


def division_of(side: SideId) -> str:
    return f"{side}-division"


def draw(drawing: Drawing) -> Table:
    """The table of a drawing, in its first turn."""
    table = opening_table(_setting(drawing))
    table.phasing, table.active, table.turn = drawing.phasing, division_of(drawing.phasing), 1
    for base in drawing.bases:
        if base.more:
            table.put(_changed(table.pieces[base.card.id], base.more))
    for side, general in drawing.generals.items():
        name = f"{side}-general"
        officer = replace(table.officers[name], points=general.points, attached=general.attached)
        if general.attached:
            officer = replace(officer, at=table.pieces[general.attached].pose.point)
        table.officers[name] = officer
    return table


def _changed(piece: Piece, more: Mapping[str, object]) -> Piece:
    return replace(piece, **more)


def _placed(drawing: Drawing) -> tuple[Base, ...]:
    """Garrisons stand at the middle of their buildings."""
    centres = {held.id: held.centre for held in drawing.buildings}
    for base in drawing.bases:
        if base.stand.building and base.stand.building not in centres:
            raise ValueError(f"{base.card.id} is in {base.stand.building!r}, that is not there")
    return tuple(
        replace(base, stand=replace(base.stand, pose=Pose(*centres[base.stand.building], 0)))
        if base.stand.building
        else base
        for base in drawing.bases
    )


def _setting(drawing: Drawing) -> Setting:
    bases = _placed(drawing)
    roster = {base.card.id: base.card for base in bases}
    divisions, commanders = {}, {}
    for side in SIDES.values():
        units = tuple(unit for unit, card in roster.items() if card.side == side)
        name, general = division_of(side), drawing.generals.get(side, General())
        order = drawing.orders.get(side, Order.ATTACK)
        divisions[name] = Division(name, name, side, f"{side}-general", order, units)
        first = next((base.stand.pose.point for base in bases if base.card.side == side), (0, 0))
        commanders[f"{side}-general"] = Commander(
            f"{side}-general", f"{side}-general", side, general.grade, name,
            None if general.absent else general.at or first,
        )  # fmt: skip
        commanders[f"{side}-chief"] = Commander(
            f"{side}-chief", f"{side}-chief", side, Grade.ORDINARY, "", (0, 0)
        )
    return Setting(
        id="drawn",
        title="drawn",
        width=drawing.width,
        height=drawing.height,
        sides=("french", "prussian"),
        armies={side: Army(side, f"{side}-chief", EDGES[side]) for side in SIDES.values()},
        attacker="french",
        turns=tuple(Turn(number, f"turn {number}") for number in range(1, drawing.turns + 1)),
        patches=drawing.patches,
        buildings={each.id: each for each in drawing.buildings},
        ways=drawing.ways,
        objectives={},
        divisions=divisions,
        commanders=commanders,
        roster=roster,
        stands={base.card.id: base.stand for base in bases},
        arrivals={},
        victory=Victory(()),
        options=OPTIONS.resolve(drawing.options),
        soaked=drawing.soaked,
    )
