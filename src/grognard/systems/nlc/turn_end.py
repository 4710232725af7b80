"""What a new turn wipes away and an old one leaves behind."""

from __future__ import annotations

import msgspec

from grognard.kernel import rule
from grognard.systems.nlc import fatigue
from grognard.systems.nlc.events import Fact
from grognard.systems.nlc.pieces import Mark
from grognard.systems.nlc.table import Table

replace = msgspec.structs.replace

ROLLED_OVER = ("retreated", "retreats", "vacated")
"""Tallies of a turn that the next one remembers (N20.11, NP.2)."""


class TurnOpened(Fact, frozen=True, tag=True):
    """Leaders may ride again; who stands in an enemy zone now began the turn there."""

    def change(self, table: Table) -> None:
        leaders = table.writable("leaders")
        for name, general in list(leaders.items()):
            if general.moved or general.rallied:
                leaders[name] = replace(general, moved=False, rallied=False)
        for unit in list(table.pieces):
            if table.in_enemy_zone(unit):
                piece = table.pieces[unit]
                table.put(replace(piece, marks=tuple(sorted({*piece.marks, Mark.BEGAN_IN_ZONE}))))


class TurnClosed(Fact, frozen=True, tag=True):
    """The retreats of the turn are remembered for one turn more."""

    def change(self, table: Table) -> None:
        tally = table.writable("tally")
        for side in table.setting.sides:
            for name in ROLLED_OVER:
                tally[f"last-{name}:{side}"] = tally.pop(f"{name}:{side}", 0)


@rule("N4.1", "N7.11.1")
def open_turn(table: Table) -> None:
    table.record(TurnOpened())


@rule("N4.8", "N20.11.1")
def close_turn(table: Table) -> None:
    fatigue.close_turn(table)
    table.record(TurnClosed())
