"""Which cells of the cards a battle has reached, read from its events.

For the soak: a cell that no battle ever reaches is a rule that nobody has seen at work. Only cells
that the counters of a battle could read are asked for: an Austrian row is none of Hagelberg's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from grognard.kernel import Event
from grognard.mechanics.d66 import RUNGS, printed
from grognard.systems.bataille.command.casualties import FIRE, MELEE
from grognard.systems.bataille.events.charge import RecallRolled
from grognard.systems.bataille.events.fire import FireResolved
from grognard.systems.bataille.events.leaders import LeaderHit
from grognard.systems.bataille.events.melee import MeleeFought
from grognard.systems.bataille.events.movement import LimberRolled
from grognard.systems.bataille.horse.recall import recall_row
from grognard.systems.bataille.movement.limbering import number
from grognard.systems.bataille.pieces import Arm, Printed
from grognard.systems.bataille.setting import Setting
from grognard.systems.bataille.table import Table
from grognard.systems.premier.events import SquareRolled
from grognard.systems.premier.horse.square_attempt import FARTHEST, NEAREST, UNLISTED
from grognard.systems.premier.melee.fates import matrix_row

BLANK: Final = "-"
KINDS: Final = {"AR": "AR", "AD": "AD", BLANK: "blank", "DD": "DD", "DR": "DR", "DS": "DS"}
"""Results of the melee chart that are looked up in the matrix, and its columns."""

LOWEST, HIGHEST = 1, 6
"""Faces of a die."""


def cells(table: Table, event: Event) -> Iterator[str]:
    """The cells an event was read from; ``table`` is as it was before the event."""
    match event:
        case FireResolved() if event.dice:
            yield f"fire {event.column} {event.result}"
        case MeleeFought() if event.modified:
            yield f"melee {event.odds} {event.modified}"
            yield from _matrix_cells(table, event)
        case SquareRolled():
            row = _square_row(table.setting, event.row, event.formation)
            yield f"square {row}/{event.distance} {event.result}"
        case RecallRolled():
            rows = {recall_row(table.printed(unit)) for unit in event.units}
            yield from (f"recall {row} {_word(event.recalled)}" for row in sorted(rows))
        case LimberRolled():
            yield f"limber {event.needed} {_word(event.limbered)}"
        case LeaderHit():
            yield f"casualty {event.by} {event.die}"
        case _:
            return


def _word(came_off: bool) -> str:
    return "yes" if came_off else "no"


def _matrix_cells(table: Table, event: MeleeFought) -> Iterator[str]:
    """The row of every defender; guns that stand with foot share its fate and read none."""
    column = KINDS.get(event.result)
    units = [u for u in table.stack(event.target) if table.side_of(u) == event.sides[1]]
    foot = any(table.printed(unit).arm is Arm.INFANTRY for unit in units)
    for unit in units if column else ():
        if not (foot and table.printed(unit).arm is Arm.ARTILLERY):
            yield f"matrix {matrix_row(table, unit)} {column}"


def all_cells(settings: Iterable[Setting]) -> list[str]:
    """Every cell that battles of these settings could read."""
    found: dict[str, None] = {}
    for setting in settings:
        found.update(dict.fromkeys(_of_every_battle(setting)))
        found.update(dict.fromkeys(_of_the_counters(setting)))
    return list(found)


def _of_every_battle(setting: Setting) -> Iterator[str]:
    cards = setting.cards
    for column, losses in enumerate(cards.fire_cells):
        for result in sorted(set(losses)):
            yield f"fire {cards.fire_column_name(column)} {result}"
    for column in range(len(cards.melee_cells)):
        for rung in range(RUNGS):
            yield f"melee {cards.melee_column_name(column)} {printed(rung)}"
    for by in (FIRE, MELEE):
        for die in range(LOWEST, HIGHEST + 1):
            yield f"casualty {by} {die}"


def _of_the_counters(setting: Setting) -> Iterator[str]:
    roster = setting.roster.values()
    arms = {counter.arm.value for counter in roster}
    for row, column in setting.cards.matrix:
        kind = row.partition("/")[0]
        arm = {"square": "infantry", "limbered": "artillery", "unlimbered": "artillery"}
        if arm.get(kind, kind) in arms:
            yield f"matrix {row} {column}"
    for counter in roster:
        if counter.arm is Arm.INFANTRY and counter.square_multiple:
            yield from _square_rows(setting, counter)
        elif counter.arm is Arm.CAVALRY:
            yield from (f"recall {recall_row(counter)} {word}" for word in ("no", "yes"))
        elif counter.battery is not None:
            yield from _limbering(number(counter))


def _limbering(needed: int) -> Iterator[str]:
    if needed > LOWEST:
        yield f"limber {needed} no"
    yield f"limber {needed} yes"


def _square_row(setting: Setting, nation: str, formation: str) -> str:
    """The row of the card that a nation reads: several share one, some have one for any formation."""
    cards = setting.cards
    row, found = cards.keyed("carre", "row_of").cell(nation), cards.carre_cells
    same = all(
        found.get((nation, "column", away)) == found.get((nation, "line", away))
        for away in range(NEAREST, FARTHEST + 1)
    )
    return f"{row}/any" if same else f"{row}/{formation}"


def _square_rows(setting: Setting, counter: Printed) -> Iterator[str]:
    rows = setting.cards.keyed("carre", "row_of").rows
    words = (*sorted(counter.traits), counter.nation.lower())
    nation = next((word for word in words if word in rows), UNLISTED)
    for formation in ("column", "line"):
        row = _square_row(setting, nation, formation)
        for distance in range(NEAREST, FARTHEST + 1):
            results = setting.cards.carre_cells.get((nation, formation, distance), ())
            for result in sorted(set(results)):
                yield f"square {row}/{distance} {result}"
