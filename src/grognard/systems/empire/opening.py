"""Laying out a battle: the table at its opening."""

from __future__ import annotations

from pathlib import Path

from grognard.kernel import State, start
from grognard.mechanics.charts.printing import printing
from grognard.systems.empire.pieces import Body, Officer, Piece
from grognard.systems.empire.setting import Setting
from grognard.systems.empire.table import Table

CHARTS = Path(__file__).parent / "charts"


def opening_table(setting: Setting) -> Table:
    """Everybody where the scenario puts him; who arrives later is not there."""
    table = Table(setting)
    for unit, stand in setting.stands.items():
        table.put(
            Piece(
                unit,
                stand.pose,
                stand.formation,
                halves=stand.halves,
                disordered=stand.disordered,
                building=stand.building,
                hidden=stand.hidden,
            )
        )
    for officer in setting.commanders.values():
        table.officers[officer.id] = Officer(officer.id, officer.grade, officer.at)
    for division in setting.divisions.values():
        table.bodies[division.id] = Body(
            division.id, division.order, division.target, division.area, division.reserve
        )
    table.holders = {each.id: each.holder for each in setting.objectives.values()}
    return table


def opening(setting: Setting) -> State:
    """The battle at its first question."""
    from grognard.systems.empire.sequence import Battle  # reading a pack needs no rules

    return start(opening_table(setting), Battle())


def charts_revision() -> str:
    """Another printing of the cards is another game."""
    return printing(CHARTS)
