"""Leaders for drawn positions: ``led(table, leader("LF1", "0505", morale=3))``."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.mechanics.hexes import parse_hex
from grognard.systems.bataille.command.leaders import companion
from grognard.systems.bataille.pieces import LeaderPrinted
from grognard.systems.bataille.table import Table
from tests.systems.premier.kit import COALITION, FRENCH


class Leader(msgspec.Struct, frozen=True):
    """A leader's counter and where it lies; "" is not on the map."""

    printed: LeaderPrinted
    at: str


def leader(who: str, at: str = "", nation: str = "French", **printed: Any) -> Leader:
    """A leader: LF... is French, any other Coalition."""
    side = FRENCH if who.startswith("LF") else COALITION
    return Leader(LeaderPrinted(who, who, side, nation, **printed), at)


def led(table: Table, *leaders: Leader, alone: tuple[str, ...] = ()) -> Table:
    """The table with these leaders, each keeping to the top unit of his hex but for those alone."""
    printed = {held.printed.id: held.printed for held in leaders}
    table.setting = msgspec.structs.replace(table.setting, leaders=printed)
    for held in leaders:
        who = held.printed.id
        if held.at:
            table.leaders[who] = parse_hex(held.at)
            unit = companion(table, who)
            if unit is not None and who not in alone:
                table.attached[who] = unit
    return table
