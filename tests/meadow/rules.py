"""A skirmish on a meadow: how bases go and fire, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.kernel import (
    Action,
    Ask,
    Call,
    Done,
    Drafted,
    Event,
    Flow,
    Frame,
    Goto,
    Judged,
    Over,
    Procedure,
    Reason,
    Roll,
    State,
    start,
    step,
)
from grognard.kernel.outcome import Fate, Outcome
from grognard.kernel.system import Edition, Rules
from grognard.kernel.views import Question, question, told
from grognard.mechanics.commands import Command, Finish, parse
from grognard.mechanics.measured.footprints import centred
from grognard.mechanics.measured.gaps import is_within, overlap
from grognard.mechanics.measured.mils import at as on_from
from grognard.mechanics.measured.mils import bearing, turn_between
from grognard.mechanics.measured.polygons import hull
from grognard.mechanics.measured.sight import crossed
from grognard.mechanics.measured.zones import is_ahead
from grognard.mechanics.places import Place
from tests.meadow.drill import ALLOWANCE, RANGE, against_drill, legs_of
from tests.meadow.pieces import (
    FORMS,
    SIDES,
    STRENGTH,
    Drill,
    Field,
    FieldDocument,
    Fire,
    Fired,
    Go,
    Leg,
    Moved,
    Piece,
    SegmentBegan,
    Setting,
    TurnBegan,
    Unit,
    placed,
    pointed,
)

OBLIQUE = 45
HIT = 4
CLAUSES = {
    "M1.1": "Red and Blue take turns: they move, then they fire.",
    "M1.2": "After the last turn, or when a side has nobody left, whoever has more men wins.",
    "M2.1": "A base that has not moved may go straight to a point, looking there.",
    "M2.2": "It turns no more than 45 degrees.",
    "M2.3": "It goes no farther than 4 units; a unit of wood counts double.",
    "M2.4": "It stays on the table.",
    "M2.5": "It passes over no other base.",
    "M2.6": "It does not go into the pond.",
    "M2.7": "Instead it may be led by hand: ahead, back or aside at double cost, about face for 1 unit.",
    "M2.8": "It wheels about a front corner, 90 degrees in all; that costs the way of the other corner.",
    "M2.9": "It slides up to 1 unit aside if it then goes ahead at least as much.",
    "M2.10": "It changes its formation for 2 units, once.",
    "M3.1": "A base fires once a turn at an enemy; on 4 to 6 it is hit.",
    "M3.2": "The enemy is no farther than 4 units.",
    "M3.3": "The enemy is ahead.",
    "M3.4": "No wood lies between.",
}


# --- going


def price(table: Field, piece: Piece, to: Place) -> int:
    """What a straight way costs, in mils: those of a wood count double."""
    lengths = table.setting.terrain.lengths(piece.centre, pointed(to))
    return sum(mils * (2 if terrain == "woods" else 1) for terrain, mils in lengths)


def against_going(table: Field, side: str, order: Go) -> Reason | None:
    """What speaks against a way."""
    piece = table.pieces.get(order.unit)
    if piece is None or table.side_of(order.unit) != side or len(order.path) != 1:
        return Reason("this is no base of the side that moves", "M2.1")
    if piece.moved:
        return Reason("it has moved this turn", "M2.1")
    end, setting = pointed(order.path[0]), table.setting
    if end == piece.centre:
        return Reason("it is there already", "M2.1")
    facing = bearing(piece.centre, end)
    if turn_between(facing, piece.facing) > OBLIQUE:
        return Reason("that is more than 45 degrees from where it looks", "M2.2")
    if price(table, piece, order.path[0]) > ALLOWANCE:
        return Reason("that is farther than it can go", "M2.3")
    there = centred(end, facing, piece.size).corners
    if not setting.terrain.on_table(there):
        return Reason("that is off the table", "M2.4")
    ground = hull((*centred(piece.centre, facing, piece.size).corners, *there))
    for other, stands in table.pieces.items():
        if other != order.unit and overlap(ground, stands.corners):
            return Reason("another base stands in the way", "M2.5")
    ponds = [area.corners for area in setting.terrain.areas if area.terrain == "pond"]
    if any(overlap(ground, pond) for pond in ponds):
        return Reason("the pond is in the way", "M2.6")
    return None


class Ways(Drafted):
    """Ways of a side's bases: a fan of them is listed, any other may be drafted."""

    __slots__ = ("side", "table")

    def __init__(self, table: Field, side: str) -> None:
        self.table, self.side = table, side
        super().__init__(self.against, self._fan(), Go, Drill, Finish)

    def against(self, order: Any) -> Reason | None:
        if isinstance(order, Finish):
            return None
        if isinstance(order, Drill):
            return against_drill(self.table, self.side, order)
        return against_going(self.table, self.side, order)

    def _fan(self) -> Iterator[Action]:
        for unit in sorted(self.table.units_of(self.side)):
            yield from sorted(self._of(unit))
            yield from sorted(self._drills(unit))
        yield Finish()

    def _drills(self, unit: str) -> Iterator[Drill]:
        form = self.table.pieces[unit].form
        legs = [Leg("about"), Leg("wheel", 45, "left"), Leg("wheel", 45, "right")]
        legs += [Leg("form", form=each) for each in FORMS if each != form]
        return (Drill(unit, (leg,)) for leg in legs)

    def _of(self, unit: str) -> Iterator[Go]:
        piece = self.table.pieces[unit]
        ends = {
            on_from(piece.centre, piece.facing + turn, far)
            for turn in (-45, -22, 0, 22, 45)
            for far in (1000, 2000, 3000, 3990)
        }
        size = self.table.setting.terrain
        for x, y in ends:
            if 0 <= x <= size.width and 0 <= y <= size.height:
                yield Go(unit, (placed((x, y)),))

    def of_unit(self, unit: str) -> Iterator[Action]:
        return (order for order in self.offered if getattr(order, "unit", "") == unit)

    def of_others(self) -> Iterator[Action]:
        return iter(())


# --- firing


def against_firing(table: Field, side: str, order: Fire) -> Reason | None:
    """What speaks against a shot."""
    piece, enemy = table.pieces.get(order.unit), table.pieces.get(order.at)
    if piece is None or table.side_of(order.unit) != side:
        return Reason("this is no base of the side that fires", "M3.1")
    if enemy is None or table.side_of(order.at) == side:
        return Reason("this is no base of the enemy", "M3.1")
    if piece.fired:
        return Reason("it has fired this turn", "M3.1")
    if not is_within(piece.corners, enemy.corners, RANGE):
        return Reason("the enemy is too far", "M3.2")
    if not is_ahead(piece.footprint, enemy.corners):
        return Reason("the enemy is not ahead", "M3.3")
    line = crossed(table.setting.terrain, piece.centre, enemy.centre, {})
    if any(each.area and each.area.terrain == "woods" and each.is_longer(10) for each in line):
        return Reason("a wood lies between", "M3.4")
    return None


def shots(table: Field, side: str) -> Judged:
    """The shots of a side, and to be done with them."""

    def against(order: Any) -> Reason | None:
        return None if isinstance(order, Finish) else against_firing(table, side, order)

    pairs = (
        Fire(unit, enemy)
        for unit in sorted(table.units_of(side))
        for enemy in sorted(table.pieces)
        if table.side_of(enemy) != side
    )
    return Judged(against, [*pairs, Finish()], Fire, Finish)


class Shot(Procedure, tag=True):
    """One base fires at another."""

    unit: str
    target: str

    @step("M3.1")
    def throw(self, table: Field) -> Flow:
        return Roll("d6", "shot", self.unit)

    @step("M3.1")
    def struck(self, table: Field, dice: tuple[int, ...]) -> Flow:
        table.record(Fired(self.unit, self.target, dice[0], dice[0] >= HIT))
        return Done()


# --- the turn


class Part(Procedure, tag=True):
    """One side moves, then fires."""

    side: str

    @step("M1.1")
    def begin(self, table: Field) -> Flow:
        table.record(SegmentBegan(self.side, "movement"))
        return None

    @step("M2.1")
    def order(self, table: Field) -> Flow:
        return Ask(self.side, Ways(table, self.side), "movement")

    @step("M2.1")
    def go(self, table: Field, action: Action) -> Flow:
        if isinstance(action, Go):
            piece, to = table.pieces[action.unit], action.path[0]
            facing = bearing(piece.centre, pointed(to))
            table.record(Moved(action.unit, to, facing, (piece.at, to)))
            return Goto("order")
        if isinstance(action, Drill):
            piece = table.pieces[action.unit]
            ends = list(legs_of(table, piece, action.legs))
            way = (piece.at, *(placed(each.footprint.centre) for each in ends))
            last = ends[-1]
            facing = last.footprint.pose.facing
            table.record(Moved(action.unit, way[-1], facing, way, last.form))
            return Goto("order")
        table.record(SegmentBegan(self.side, "fire"))
        return None

    @step("M3.1")
    def look(self, table: Field) -> Flow:
        return None if len(shots(table, self.side).offered) > 1 else Done()

    @step("M3.1")
    def aim(self, table: Field) -> Flow:
        return Ask(self.side, shots(table, self.side), "fire")

    @step("M3.1")
    def fire(self, table: Field, action: Action) -> Flow:
        if isinstance(action, Fire):
            return Call(Shot(action.unit, action.at), then="look")
        return Done()


class Skirmish(Procedure, tag=True):
    """Turns, until the last or until nobody is left to fight."""

    @step("M1.1")
    def begin(self, table: Field) -> Flow:
        table.record(TurnBegan(table.turn + 1))
        return Call(Part(SIDES[0]))

    @step("M1.1")
    def answer(self, table: Field) -> Flow:
        return Goto("end") if is_over(table) else Call(Part(SIDES[1]))

    @step("M1.2")
    def end(self, table: Field) -> Flow:
        over = is_over(table) or table.turn >= table.setting.last
        return None if over else Goto("begin")

    @step("M1.2")
    def verdict(self, table: Field) -> Flow:
        found = outcome(table)
        return Over(found.verdict, found)


def is_over(table: Field) -> bool:
    return not all(table.units_of(side) for side in SIDES)


def outcome(table: Field) -> Outcome:
    """Who has more men left."""
    left = {
        side: sum(table.pieces[unit].strength for unit in table.units_of(side)) for side in SIDES
    }
    red, blue = (left[side] for side in SIDES)
    side = "" if red == blue else SIDES[0] if red > blue else SIDES[1]
    verdict = (
        f"{table.setting.side_names[side]} have the meadow" if side else "Nobody has the meadow"
    )
    units = []
    for unit, printed in table.setting.roster.items():
        strength = table.pieces[unit].strength if unit in table.pieces else 0
        fate = "stands" if strength else "gone"
        units.append(
            Fate(unit, printed.name, printed.side, printed.side, STRENGTH, STRENGTH - strength, fate, not strength)
        )  # fmt: skip
    return Outcome(verdict, "victory" if side else "draw", side, (), left, tuple(units), (), (), {})


# --- what a side sees: everything


class View(msgspec.Struct, frozen=True):
    side: str
    turn: int
    phasing: str
    segment: str
    pieces: dict[str, Piece]
    own: dict[str, Unit]
    enemy: dict[str, Unit]
    stack: tuple[Frame, ...]
    question: Question
    options: Any
    news: tuple[Event, ...]


def view(state: State, side: str) -> View:
    table, ask, roster = state.table, state.pending, state.table.setting.roster
    asked = isinstance(ask, Ask) and ask.side == side
    return View(
        side, table.turn, table.phasing, table.segment, table.pieces,
        {unit: held for unit, held in roster.items() if held.side == side},
        {unit: held for unit, held in roster.items() if held.side != side},
        state.stack, question(ask), ask.options if isinstance(ask, Ask) and asked else None,
        told(state.happened, side),
    )  # fmt: skip


def table_from(document: FieldDocument, setting: Setting) -> Field:
    table = Field(setting)
    table.turn, table.phasing, table.segment = document.turn, document.phasing, document.segment
    table.pieces = dict(document.pieces)
    return table


def guess(seen: View, setting: Setting, seed: int) -> Field:
    """Nothing is hidden, so that there is nothing to guess."""
    return table_from(FieldDocument(seen.turn, seen.phasing, seen.segment, seen.pieces), setting)


def check(state: State) -> Iterator[str]:
    """Bases stand on the table and not in one another."""
    table: Field = state.table
    stands = list(table.pieces.items())
    for i, (unit, piece) in enumerate(stands):
        if not table.setting.terrain.on_table(piece.corners):
            yield f"{unit} is off the table"
        for other, there in stands[i + 1 :]:
            if overlap(piece.corners, there.corners):
                yield f"{unit} stands in {other}"


VERBS: dict[str, type[Command]] = {kind.verb: kind for kind in (Go, Drill, Fire, Finish)}

RULES = Rules(
    procedures=(Skirmish, Part, Shot),
    events=(TurnBegan, SegmentBegan, Moved, Fired),
    parse=lambda text: parse(text, VERBS),
    document=FieldDocument,
    table_document=lambda table: FieldDocument(
        table.turn, table.phasing, table.segment, table.pieces
    ),
    table_from=table_from,
    edition=lambda setting: Edition("meadow", setting.id, "meadow-1", "none", setting.revision),
    sides=lambda setting: SIDES,
    opening=lambda setting: start(Field(setting), Skirmish()),
    view=view,
    guess=guess,
    check=check,
    named=lambda table: {
        "unit": table.setting.roster,
        "at": table.setting.roster,
        "path": [piece.at for piece in table.pieces.values()],
    },
)
