"""Are the arrivals of a battle possible? Every unit that arrives must find a hex of its zone."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel import Reason, rule
from grognard.mechanics.hexes import Hex, name
from grognard.mechanics.packs.shapes import Entry, Notes
from grognard.systems.bataille.actions import Enter
from grognard.systems.bataille.movement.arrivals import INWARD, entries, judge
from grognard.systems.bataille.pieces import Arm, Formation, UnitId
from grognard.systems.bataille.setting import Arrival, Setting
from grognard.systems.bataille.table import Table


@rule("P45.1", "P45.8")
def entry_problems(setting: Setting) -> Iterator[tuple[str, UnitId, str]]:
    """Units that could come in nowhere even on an empty map: the group, the unit, and why."""
    for arrival in setting.arrivals:
        zone = setting.zones.get(arrival.zone, ())
        if not zone:
            continue
        table = Table(setting)
        table.turn = arrival.turn
        for unit in arrival.units:
            if unit in setting.roster and next(entries(table, unit, arrival), None) is None:
                yield arrival.id, unit, _against_entry(table, unit, arrival, sorted(zone)[0])


def _against_entry(table: Table, unit: UnitId, arrival: Arrival, at: Hex) -> str:
    """Why a unit cannot even come in at one hex, in its plainest formation."""
    plain = Formation.GENERAL if table.setting.general_order[at] else Formation.COLUMN
    if table.printed(unit).arm is Arm.ARTILLERY:
        plain = Formation.LIMBERED
    for facing in range(6):
        found = judge(table, arrival, Enter(unit, at, plain, facing), (at,))
        if isinstance(found, Reason) and found.text != INWARD:
            return str(found)
    return f"{name(at)} does not admit it"


def check_entries(entry: Entry, setting: Setting, notes: Notes) -> None:
    """Note every unit that could never be brought onto the map."""
    groups = {held.get("id"): held for held in entry.each("arrivals")}
    for group, unit, why in entry_problems(setting):
        text = f"'{unit}' can come in nowhere in its zone: {why}"
        notes.add(groups[group].spot, text, "another zone, or another unit")
