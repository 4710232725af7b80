"""The fire defence of a hex (rules 13, 16, 21, 22): formation, ground, crowding, flank, walls.

One hex has one fire defence against one attack. It follows the top unit of the hex; infantry with
guns reads the infantry's figure. All figures come from the fire effects chart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.kernel import Account, Item, rule
from grognard.mechanics.hexes import Hex, Side
from grognard.mechanics.sight import way
from grognard.systems.bataille.cards.deck import Deck
from grognard.systems.bataille.flanks import REFUSED_FLANK, is_refused
from grognard.systems.bataille.fronts import side_class
from grognard.systems.bataille.movement.stacking import share_in
from grognard.systems.bataille.movement.terrain import features
from grognard.systems.bataille.pieces import Arm, Cohesion, Formation, Piece, UnitId
from grognard.systems.bataille.table import Table

ROWS = {"earthwork": "earthwork_front"}
"""Terrain that the chart of fire defence knows by another name."""

CLEAR = "clear"


def defenders(table: Table, at: Hex, side: str) -> tuple[UnitId, ...]:
    """The units in a hex that this side may fire at, top first."""
    roster = table.setting.roster
    return tuple([unit for unit in table.stacks.get(at, ()) if roster[unit].side != side])


def increments_in(table: Table, at: Hex, units: Iterable[UnitId]) -> int:
    """Everything that stands in the hex, guns included; of a unit in several hexes its share."""
    return sum(share_in(table, table.pieces[unit], at) for unit in units)


# --- plain values


def state_of(piece: Piece) -> str:
    """A unit in the words of the chart: its formation, or what has become of its order."""
    return piece.formation.value if piece.cohesion is Cohesion.GOOD else piece.cohesion.value


@rule("P21.3", "P22.5", "PR-24")
def figure(
    cards: Deck,
    terrain: str,
    state: str,
    increments: int = 0,
    *,
    flank: bool = False,
    with_guns: bool = False,
    crossing: str = "",
) -> int:
    """The chart's figure; where the ground has none for the formation, that of its closest kin."""
    row = ROWS.get(terrain, terrain)
    kin = {"column": "general", "general": "column", "companies": "column"}.get(state, state)
    for where, what in ((row, state), (row, kin), (CLEAR, state)):
        try:
            return cards.fire_defence(
                where, what, increments, flank=flank, with_guns=with_guns, crossing=crossing
            )
        except LookupError:
            continue
    return cards.fire_defence(CLEAR, "column", increments, flank=flank, with_guns=with_guns)


# --- on the table


@rule("P13.2", "P21.3", "P22.2", "P22.3")
def fire_defence(table: Table, target: Hex, origins: Sequence[Hex], side: str) -> Account:
    """The itemised fire defence of a hex against fire of this side from these hexes."""
    return Account.of(_items(table, target, origins, side))


def _items(table: Table, target: Hex, origins: Sequence[Hex], side: str) -> Iterator[Item]:
    cards, ground = table.setting.cards, table.setting.ground
    units, terrain = defenders(table, target, side), ground.terrain[target]
    if not units:
        state = table.setting.reglement.bare_targets(table, side)[target]
        walls = _crossing(table, target, origins)
        plain = figure(cards, terrain, state, crossing=walls)
        yield Item(plain, *_named(cards, state, terrain, 0))
        return
    top = table.pieces[units[0]]
    read, with_guns = _read_by(table, units, top)
    state = state_of(read)
    increments = _in_line(table, target, units) if state == Formation.LINE else 0
    plain = figure(cards, terrain, state, increments)
    yield Item(plain, *_named(cards, state, terrain, increments))
    crossing = _crossing(table, target, origins)
    walled = figure(cards, terrain, state, increments, crossing=crossing) if crossing else plain
    if walled != plain:
        yield Item(walled - plain, f"behind a {crossing}", "P23.9")
    guns = figure(cards, terrain, state, increments, crossing=crossing, with_guns=with_guns)
    if guns != walled:
        yield Item(guns - walled, "infantry and guns together", "P21.3")
    if _is_flanked(table, target, top, origins):
        flank = figure(
            cards, terrain, state, increments, crossing=crossing, with_guns=with_guns, flank=True
        )
        if flank != guns:
            yield Item(flank - guns, "fire through a flank", "P22.6")
    elif any(is_refused(table, top.id, target, way(at, target).entries) for at in origins):
        yield REFUSED_FLANK
    for rows in table.setting.reglement.defence_rows:
        yield from rows(table, target, units)


@rule("P22.3", "P13.2")
def _read_by(table: Table, units: Sequence[UnitId], top: Piece) -> tuple[Piece, bool]:
    """Whose figure is read: the top unit's; the top infantry's where guns stand with it."""
    arms = [table.printed(unit).arm for unit in units]
    if Arm.INFANTRY in arms and Arm.ARTILLERY in arms:
        return table.pieces[units[arms.index(Arm.INFANTRY)]], True
    return top, False


@rule("P13.10", "P16.29", "P16.30", "P22.2", "PR-24")
def _in_line(table: Table, target: Hex, units: Iterable[UnitId]) -> int:
    """The increments in line in this hex alone: from seven on they count as a column."""
    lines = [unit for unit in units if table.pieces[unit].formation is Formation.LINE]
    return increments_in(table, target, lines)


def _named(cards: Deck, state: str, terrain: str, increments: int) -> tuple[str, str]:
    if state == Formation.SQUARE:
        return "square", "P22.3"
    if state == Formation.LINE:
        if increments >= cards.defence_cases["crowded_line_from"]:
            return f"line of {increments} increments, as a column", "P22.2"
        return f"line in {terrain}", "P16.30"
    return f"{state} in {terrain}", "P21.3"


@rule("P23.9")
def _crossing(table: Table, target: Hex, origins: Iterable[Hex]) -> str:
    """A wall or dyke that all the fire crosses on its way into the hex, if there is one."""
    charted = table.setting.cards.defence_crossing
    found = ""
    for origin in origins:
        sides = way(origin, target).entries
        behind = [
            feature
            for side in sides
            for feature in features(table.setting.ground, target, side)
            if feature in charted
        ]
        if not behind:
            return ""
        found = behind[0]
    return found


@rule("P13.25", "P22.6", "PR-35", "PR-66", "PR-162")
def _is_flanked(table: Table, target: Hex, top: Piece, origins: Iterable[Hex]) -> bool:
    """Does any of the fire come in through a flank of the top unit, if that unit minds?"""
    state = state_of(top)
    if table.setting.options.get("flank_fire_defence") == "lines_only":
        if state != Formation.LINE:
            return False
    # Skirmishers, squares, broken units and Road March keep their own figure: the chart says so.
    return any(_through_flank(table, target, top.id, way(o, target).entries) for o in origins)


def _through_flank(table: Table, target: Hex, unit: UnitId, entries: Sequence[Side]) -> bool:
    """At a vertex the better side counts for the target: front, then rear, then flank (PR-162)."""
    classes = [side_class(table, unit, target, side) for side in entries]
    return bool(classes) and all(name == "flank" for name in classes)
