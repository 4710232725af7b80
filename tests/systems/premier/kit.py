"""Positions for tests: a drawn map, units in a line each, dice given.

>>> table = field(["....", "....", "...."], battalion("F1", "0202", "SE"))
>>> table["F1"].hexes
(202,)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from grognard.kernel import Action, Event, Frame, Procedure, State, answer, start
from grognard.mechanics.d66 import rung_of
from grognard.mechanics.ground import Ground
from grognard.mechanics.hexes import SIDES, VERTICES, parse_hex
from grognard.systems.bataille.commands import parse
from grognard.systems.bataille.movement.terrain import passage_tables
from grognard.systems.bataille.pieces import (
    FACES_VERTEX,
    Arm,
    BatteryFire,
    Cohesion,
    Formation,
    Piece,
    Printed,
    Readiness,
    Size,
)
from grognard.systems.bataille.setting import Setting, TurnInfo, Weather
from grognard.systems.bataille.special.doubt import Doubt
from grognard.systems.bataille.special.kolben import Kolben
from grognard.systems.bataille.special.nations import Nations
from grognard.systems.bataille.special.nerves import ChargeNerves
from grognard.systems.bataille.special.registry import bare
from grognard.systems.bataille.special.surprise import Surprise
from grognard.systems.bataille.table import Table
from grognard.systems.premier.cards import cards
from grognard.systems.premier.reglement import REGLEMENT

LEGEND = {
    ".": "clear",
    "w": "woods",
    "V": "village",
    "H": "hamlet",
    "g": "garden",
    "t": "town",
    "o": "orchard",
    "M": "marsh",
}
FRENCH, COALITION = "french", "coalition"


class Unit(msgspec.Struct, frozen=True):
    """A counter and how it stands."""

    printed: Printed
    piece: Piece


def _stand(
    unit: str, at: str | Sequence[str], facing: str, formation: Formation, **facts: Any
) -> Piece:
    hexes = tuple(parse_hex(word) for word in ([at] if isinstance(at, str) else at))
    names = VERTICES if formation in FACES_VERTEX else SIDES
    return Piece(unit, hexes, names.index(facing), formation, **facts)


def _side(unit: str) -> str:
    return FRENCH if unit.upper().startswith("F") else COALITION


def battalion(
    unit: str,
    at: str | Sequence[str],
    facing: str = "SE",
    formation: str = "column",
    *,
    order: str = "good",
    lost: int = 0,
    main: int = 0,
    marks: tuple[str, ...] = (),
    size: str = "battalion",
    increments: int = 6,
    morale: int = 32,
    **printed: Any,
) -> Unit:
    """A battalion of infantry: F... is French, anything else Coalition."""
    values: dict[str, Any] = {
        "movement": 6,
        "fire": Fraction(6),
        "melee": Fraction(13),
        "line_multiple": Fraction(2),
        "square_multiple": Fraction(2),
        "fire_check": "even",
        "nation": "French",
    } | printed
    counter = Printed(
        id=unit,
        name=unit,
        side=_side(unit),
        arm=Arm.INFANTRY,
        size=Size(size),
        increments=increments,
        morale=rung_of(morale),
        **values,
    )
    piece = _stand(
        unit,
        at,
        facing,
        Formation(formation),
        cohesion=Cohesion(order),
        lost=lost,
        main=main,
        marks=marks,
    )
    return Unit(counter, piece)


def light(unit: str, at: str | Sequence[str], facing: str = "SE", *args: Any, **facts: Any) -> Unit:
    """A light battalion: it may skirmish."""
    facts = {"skirmish_multiple": Fraction(2), "skirmish_range": 2, "movement": 7} | facts
    return battalion(unit, at, facing, *args, **facts)


def regiment(
    unit: str,
    at: str | Sequence[str],
    facing: str = "SE",
    formation: str = "column",
    *,
    order: str = "good",
    lost: int = 0,
    main: int = 0,
    readiness: str = "fresh",
    marks: tuple[str, ...] = (),
    increments: int = 8,
    movement: int = 14,
    morale: int = 32,
    **printed: Any,
) -> Unit:
    """A regiment of cavalry; light by its movement unless told otherwise."""
    values: dict[str, Any] = {"melee": Fraction(24), "fire_check": "every", "nation": "French"}
    values |= printed
    counter = Printed(
        id=unit,
        name=unit,
        side=_side(unit),
        arm=Arm.CAVALRY,
        size=Size.REGIMENT,
        increments=increments,
        movement=movement,
        morale=rung_of(morale),
        **values,
    )
    piece = _stand(
        unit,
        at,
        facing,
        Formation(formation),
        cohesion=Cohesion(order),
        lost=lost,
        main=main,
        readiness=Readiness(readiness),
        marks=marks,
    )
    return Unit(counter, piece)


def battery(
    unit: str,
    at: str,
    facing: str = "SE",
    formation: str = "unlimbered",
    *,
    order: str = "good",
    lost: int = 0,
    marks: tuple[str, ...] = (),
    increments: int = 2,
    movement: int = 7,
    morale: int = 23,
    fire: tuple[int, int, int] = (14, 7, 4),
    reach: int = 8,
    limbers_on: int = 4,
    prolongs: bool = True,
    horse: bool = False,
    **printed: Any,
) -> Unit:
    """A battery of guns."""
    short, medium, long = map(Fraction, fire)
    guns = BatteryFire(short, medium, long, reach, limbers_on, prolongs, horse)
    values: dict[str, Any] = {"melee": Fraction(3), "fire_check": "every", "nation": "French"}
    values |= printed
    counter = Printed(
        id=unit,
        name=unit,
        side=_side(unit),
        arm=Arm.ARTILLERY,
        size=Size.BATTERY,
        increments=increments,
        movement=movement,
        morale=rung_of(morale),
        battery=guns,
        **values,
    )
    piece = _stand(
        unit, at, facing, Formation(formation), cohesion=Cohesion(order), lost=lost, marks=marks
    )
    return Unit(counter, piece)


HAGELBERG: Mapping[str, Any] = {
    "surprise": Surprise("french", 1, ("Lübnitz",)),
    "kolben": Kolben("prussian", ("rain", "soaked"), 3),
    "charge_nerves": ChargeNerves("french"),
    "doubtful_allies": Doubt(("saxon",), 2),
    "nations": Nations({"with-prussians": "prussian"}),
}
"""Special rules with the parameters of that battle."""


def ruled(special: Iterable[str]) -> Mapping[str, Any]:
    if isinstance(special, Mapping):
        return special
    return {name: HAGELBERG[name] if name in HAGELBERG else bare([name])[name] for name in special}


def field(
    rows: Sequence[str],
    *units: Unit,
    levels: Sequence[str] = (),
    walls: Iterable[tuple[str, str]] = (),
    hexsides: Mapping[tuple[str, str], str] | None = None,
    roads: Iterable[str] = (),
    options: Mapping[str, str] | None = None,
    special: Iterable[str] = (),
    weather: str = "dry",
    weathers: Mapping[str, Weather] | None = None,
    phasing: str = FRENCH,
    more_counters: Iterable[Printed] = (),
    **setting: Any,
) -> Table:
    """A table: rows of terrain letters, 0101 at the top left; roads as "0102 0203 0303"."""
    ground = Ground(
        [[LEGEND[letter] for letter in row] for row in rows],
        [[int(level) for level in row] for row in levels],
        {
            **{(parse_hex(at), SIDES.index(side)): "wall" for at, side in walls},
            **{
                (parse_hex(at), SIDES.index(side)): feature
                for (at, side), feature in (hexsides or {}).items()
            },
        },
        [[parse_hex(word) for word in road.split()] for road in roads],
    )
    chosen = dict(options or {})
    deck = cards()
    made = Setting(
        id="drawn",
        title="A drawn position",
        sides=setting.pop("sides", (FRENCH, COALITION)),
        ground=ground,
        roster={
            **{unit.printed.id: unit.printed for unit in units},
            **{printed.id: printed for printed in more_counters},
        },
        leaders={},
        passage=passage_tables(ground, deck),
        cards=deck,
        options=chosen,
        turns=(TurnInfo(1, "13:00", weather), TurnInfo(2, "13:20", weather)),
        weather={"dry": Weather(), **(weathers or {})},
        special=ruled(special),
        **{"reglement": REGLEMENT, **setting},
    )
    table = Table(made)
    table.turn, table.phasing = 1, phasing
    for unit in units:
        table.put(unit.piece)
    table.happened.clear()
    return table


def begin(table: Table, procedure: Procedure) -> State:
    """Start a procedure on a drawn table."""
    return start(table, procedure)


def d66(number: int) -> tuple[int, int]:
    """Dice that read as this number."""
    return number // 10, number % 10


def play(state: State, *answers: Action | str | int | tuple[int, ...]) -> State:
    """Answer one question after another.

    Text is an order, 11 to 66 are two dice, 1 to 6 one die.
    """
    happened: list[Event] = list(state.happened)
    for value in answers:
        state = answer(state, _read(value))
        happened += state.happened
    return State(state.table, state.stack, state.pending, tuple(happened))


def _read(value: Action | str | int | tuple[int, ...]) -> Action | tuple[int, ...]:
    if isinstance(value, str):
        return parse(value)
    if isinstance(value, int):
        return d66(value) if value > 6 else (value,)
    return value


def events(state: State, kind: type[Event]) -> list[Any]:
    """The events of this kind that the last ``play`` or ``begin`` brought."""
    return [event for event in state.happened if isinstance(event, kind)]


def where(state: State) -> str:
    """The innermost procedure and step, for assertions about what the game waits for."""
    top: Frame | None = state.stack[-1] if state.stack else None
    return str(top)
