"""The ghost of a move: what it could shoot at, who may react on the way, and its end in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from grognard.desks.documents import Effect, Laid, Offer, Provoked
from grognard.mechanics.measured.gaps import gap_squared
from grognard.mechanics.measured.mils import MIL
from grognard.mechanics.measured.polygons import crossings, edges, hull
from grognard.systems.empire.charge.approach import Approach, approach
from grognard.systems.empire.desk.ground import called
from grognard.systems.empire.desk.legs import NEAR, priced, standing, targets_of, under_fire
from grognard.systems.empire.desk.overlays import UNIT, aimed, bands_of_fire, drawn
from grognard.systems.empire.kinds import Cover
from grognard.systems.empire.movement.carrying import occasions
from grognard.systems.empire.movement.groups import Block
from grognard.systems.empire.movement.rates import DISTANCES
from grognard.systems.empire.movement.reacting import (
    CHARGE,
    is_near,
    may_be_asked,
    reactions_of,
)
from grognard.systems.empire.movement.stages import placed, stages
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.sheet import sheet
from grognard.systems.empire.sight import cover_of, is_seen, line_to
from grognard.systems.empire.supports import rear_supports, side_supports
from grognard.systems.empire.table import Table

replace = msgspec.structs.replace

CHARGED: Final = "may charge it on the way"
FIRED_AT: Final = "may fire at it on the way"
MET: Final = "may turn, form or give way before it"

NAMED: Final = 3
"""So many of the nearest enemies are looked at for the name of an end."""


# --- what it could do from there


def arcs_of_ghost(moved: Table, unit: UnitId) -> Iterator[Laid]:
    """How far a unit would fire from where it ends, and whom it would have there."""
    yield from bands_of_fire(moved, unit)
    for target in targets_of(moved, unit):
        yield from aimed(moved, unit, target)


def ended(table: Table, block: Block) -> Table:
    """The table with a block at the end of its way."""
    seen = table.draft()
    for walk in block.walks:
        seen.alter(walk.unit, pose=walk.footprint.pose, formation=walk.formation)
    return seen


def as_group(table: Table, made: Offer, block: Block, unit: UnitId) -> Offer:
    """A move of a group as it is told of one: it costs what it costs the dearest, in a box with the others."""
    setting, dearest = table.setting, min(block.walks, key=lambda walk: walk.left)
    cost = priced(table, made, dearest).cost
    others = [standing(setting, walk.footprint) for walk in block.walks if walk.unit != unit]
    corners = [corner for walk in block.walks for corner in walk.footprint.corners]
    text = f"{table.printed(dearest.unit).name}, {cost:.2f} {UNIT}"
    moved = ended(table, block)
    fire = dict.fromkeys(enemy for each in made.who for enemy in under_fire(moved, each))
    return replace(
        made, cost=cost, provokes=(Provoked(made.at, tuple(fire), "fire"),) if fire else (),
        over=(
            Laid("outline", drawn(setting, hull(corners)), "group", text),
            *(Laid("pose", shape.places, shape=shape) for shape in others),
        ),
    )  # fmt: skip


# --- who may react


def reactions_to(table: Table, block: Block) -> Iterator[Effect]:
    """Who may do something about a way, step by step as it would be carried out."""
    units, way = block.units, stages(block)
    side, near = table.side_of(units[0]), sheet().length(DISTANCES, "tactical")
    chargers: dict[UnitId, None] = {}
    others: dict[UnitId, None] = {}
    for stage in way:
        seen = placed(table, units, stage)
        for mover in units:
            for enemy in seen.enemies_within(side, seen.corners(mover), near):
                if enemy in chargers or not may_be_asked(seen, enemy, mover):
                    continue
                if not is_near(seen, enemy, mover):
                    continue
                for order in reactions_of(seen, enemy, mover):
                    (chargers if order.how == CHARGE else others)[enemy] = None
    shooters = dict.fromkeys(enemy for _, enemy in occasions(table, units, way))
    met = tuple(enemy for enemy in others if enemy not in chargers and enemy not in shooters)
    for text, clause, who in (
        (CHARGED, "E38.1", chargers), (FIRED_AT, "E42.10", shooters), (MET, "E42.9", met),
    ):  # fmt: skip
        if who:
            yield Effect("risk", text, clause, tuple(who))


# --- where it ends, in words


def named_end(before: Table, moved: Table, unit: UnitId) -> Iterator[str]:
    """What a player would say of where a unit ends: whom it could strike, what shields it, who is by."""
    enemies = [
        enemy
        for enemy in moved.enemies_within(moved.side_of(unit), moved.corners(unit), NEAR)
        if moved.is_formed(enemy)
    ]
    enemies.sort(key=lambda enemy: moved.gap_squared(unit, enemy))
    yield from _aims(moved, unit)
    yield from _strikes(moved, unit, enemies[:NAMED])
    yield from _shields(before, moved, unit, enemies[:NAMED])
    yield from _friends(moved, unit)


def _aims(moved: Table, unit: UnitId) -> Iterator[str]:
    for objective in moved.setting.objectives.values():
        if not gap_squared(moved.corners(unit), (objective.at,)):
            yield f"at {objective.name}"


def _strikes(moved: Table, unit: UnitId, enemies: Sequence[UnitId]) -> Iterator[str]:
    """Whom it could charge from there, and whom it would have in its fire."""
    for enemy in enemies:
        if isinstance(approach(moved, unit, enemy), Approach):
            yield f"in charge reach of {moved.printed(enemy).name}"
            break
    yield from (f"in range of {moved.printed(each).name}" for each in targets_of(moved, unit)[:1])


def _shields(before: Table, moved: Table, unit: UnitId, enemies: Sequence[UnitId]) -> Iterator[str]:
    """What lies between it and those who could fire at it; cover and height where it stands."""
    if cover_of(moved, unit) is not Cover.NONE:
        yield "in cover"
    if moved.level(unit) > before.level(unit):
        yield "on higher ground"
    lines = [line_to(moved, enemy, unit) for enemy in enemies]
    seen = [
        line is not None and is_seen(moved, enemy, unit, line)
        for enemy, line in zip(enemies, lines, strict=True)
    ]
    if enemies and not any(seen):
        between = (
            house
            for house in moved.setting.buildings.values()
            for line in filter(None, lines)
            if crossings(line.start, line.end, edges(house.corners))
        )
        house = next(between, None)
        yield f"behind {called(moved.setting, house)}" if house else "out of sight"
    elif any(under_fire(before, unit)) and not any(under_fire(moved, unit)):
        yield "out of range"


def _friends(moved: Table, unit: UnitId) -> Iterator[str]:
    near = sheet().figure("units/support", "rear") * MIL
    for friend in moved.within(moved.corners(unit), near):
        if friend != unit and moved.side_of(friend) == moved.side_of(unit):
            if unit in rear_supports(moved, friend):
                yield f"behind {moved.printed(friend).name}"
                return
    yield from (f"beside {moved.printed(each).name}" for each in side_supports(moved, unit)[:1])
