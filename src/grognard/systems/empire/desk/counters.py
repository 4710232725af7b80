"""Counters: bases drawn to scale with formation, front and losses; commanders beside them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.desks.counters import figure
from grognard.desks.documents import Counter, Figure, Shape
from grognard.kernel.rules import rule
from grognard.systems.empire.command.duty import due, missing
from grognard.systems.empire.desk.legs import points
from grognard.systems.empire.footprints import COMMANDER
from grognard.systems.empire.kinds import Formation, Order
from grognard.systems.empire.movement.drill import takes
from grognard.systems.empire.pieces import Piece
from grognard.systems.empire.setting import Commander, Setting, Unit
from grognard.systems.empire.table import Table, box_of
from grognard.systems.empire.victory import at_start, break_points
from grognard.systems.empire.views import View, guess

DUTIES: Final = {
    Order.RETREAT: "Retreat: half rally or draw off",
    Order.MANOEUVRE: "Manoeuvre: clear of the enemy",
    Order.ATTACK: "Attack: half close, charge or give a volley",
    Order.ENGAGE: "Engage: half close or fire",
    Order.HOLD: "Hold: the ground is kept",
}
"""What an order asks of a division, in short (E25)."""


def shape_of(setting: Setting, piece: Piece) -> Shape:
    """A base as a rectangle about its middle; a garrison fills its building."""
    if piece.building:
        west, south, east, north = box_of(setting.buildings[piece.building].corners)
        return Shape((piece.at,), -1, width=east - west, depth=north - south)
    heading = -1 if piece.formation.is_all_front else piece.pose.facing
    return Shape((piece.at,), heading, width=piece.size.front, depth=piece.size.depth)


def counters(view: View, setting: Setting) -> dict[str, Counter]:
    """A counter for every unit and commander in sight."""
    units = {**view.own, **view.enemy, **view.screens}
    found = {unit: _counter(setting, units[unit], piece) for unit, piece in view.pieces.items()}
    return {**found, **dict(_officers(view, setting, guess(view, setting, 0)))}


def _counter(setting: Setting, card: Unit, piece: Piece) -> Counter:
    held = {"acted": piece.marked, "fired": piece.fired, "hidden": piece.hidden}
    marks = [word for word, holds in held.items() if holds]
    return Counter(
        card.id,
        card.name,
        card.side,
        card.arm.value,
        nation=card.nation,
        kind=card.branch.value,
        shape=shape_of(setting, piece),
        formation=piece.formation.value,
        formations=(piece.formation.value, *takes(card, piece.formation)),
        pips=card.cohesion,
        left=card.cohesion - piece.halves // 2,
        half=bool(piece.halves % 2),
        order="disorder" if piece.disordered else "",
        state="disordered" if piece.disordered else "good",
        marks=tuple(marks),
        figures=tuple(_figures(card, piece)),
        group=setting.divisions[card.division].name,
    )


def _figures(card: Unit, piece: Piece) -> Iterator[Figure]:
    yield figure("morale", card.morale)
    yield figure("class", card.drill.value)
    if card.sk:
        yield figure("skirmish", 0 if piece.screen or piece.spent else card.sk)
    if card.calibre:
        yield figure("calibre", card.calibre)
    if piece.formation is not Formation.SKIRMISH:
        yield figure("status", card.status.value)


def _officers(view: View, setting: Setting, table: Table) -> Iterator[tuple[str, Counter]]:
    for officer, held in view.officers.items():
        card = setting.commanders[officer]
        if held.at is None or held.lost:
            continue
        yield (
            officer,
            Counter(
                officer,
                card.name,
                card.side,
                "leader",
                shape=Shape(
                    (setting.place(held.at),), -1, width=COMMANDER.front, depth=COMMANDER.depth
                ),
                figures=(figure("points", held.points),),
                leads=setting.divisions[card.division].name if card.division else "",
                rides=held.attached,
                role="chief" if not card.division else "general",
                state=held.grade.value,
                chip=view.bodies[card.division].order.value if card.division else "",
                lines=tuple(_lines(table, card, held.points)),
            ),
        )


@rule("E24.1", "E25.14", "EV.2")
def _lines(table: Table, card: Commander, count: int) -> Iterator[str]:
    """What a commander has to spend, what his order asks and how much of it is done; of a chief the break."""
    yield points(count) or "no CP"
    if not card.division:
        yield f"break {break_points(table, card.side)} of {at_start(table, card.side)}"
        return
    yield DUTIES[table.bodies[card.division].order]
    need = due(table, card.division) if table.active == card.division else 0
    if need:
        yield f"{need - missing(table, card.division)} of {need} done"
