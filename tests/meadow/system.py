"""A skirmish on a meadow: the plug, and what its table shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.desks import documents
from grognard.desks.advice import Option
from grognard.desks.counters import figure
from grognard.desks.desk import Desk
from grognard.desks.documents import Counter, Ground, Reach, Road, Shape, Way
from grognard.desks.library import Library, Listing
from grognard.desks.offers import Offering
from grognard.desks.plot import Plot
from grognard.desks.reporting import Reporting, sketch_of_table
from grognard.kernel import Action, Ask, State
from grognard.mechanics.measured.mils import MIL, Point, at, bearing
from grognard.mechanics.measured.polygons import hull
from grognard.mechanics.places import Place
from grognard.mechanics.rulebooks import Clause, Rulebook, RuleNumber
from grognard.systems.plug import System
from tests.meadow.pieces import NAMES, Fire, Go, Piece, Setting, meadow, placed, pointed
from tests.meadow.rules import ALLOWANCE, CLAUSES, OBLIQUE, RULES, View, outcome, price


def shape_of(centre: Point, facing: int, piece: Piece) -> Shape:
    size = piece.size
    return Shape((placed(centre),), facing % 360, width=size.front, depth=size.depth)


def counters(view: View, setting: Setting) -> dict[str, Counter]:
    return {
        unit: Counter(
            unit, printed.name, printed.side, printed.arm,
            shape=shape_of(piece.centre, piece.facing, piece),
            pips=printed.strength, left=piece.strength, state="good",
            figures=(figure("strength", piece.strength),),
            marks=("fired",) if piece.fired else (),
        )
        for unit, piece in view.pieces.items()
        for printed in [setting.roster[unit]]
    }  # fmt: skip


def ground(setting: Setting) -> Ground:
    terrain = setting.terrain
    return Ground(
        setting.id, setting.title, width=terrain.width, height=terrain.height,
        areas=tuple(
            documents.Area(area.terrain, tuple(map(placed, area.corners)), area.level)
            for area in terrain.areas
        ),
        roads=tuple(
            Road("", course.kind, tuple(map(placed, course.points))) for course in terrain.courses
        ),
        places=setting.places,
    )  # fmt: skip


class Advice(Offering):
    """Where bases can go and whom they can hit."""

    roles: ClassVar[Mapping[str, str]] = {"go": "march", "fire": "strike"}
    means: ClassVar[Mapping[str, str]] = {"fire": "fire"}
    alone: ClassVar[frozenset[str]] = frozenset({"fire"})
    on_map: ClassVar[frozenset[str]] = frozenset({"fire"})

    def units(self, ask: Ask) -> tuple[str, ...]:
        found = (getattr(order, "unit", "") for order in ask.options)
        return tuple(dict.fromkeys(filter(None, found)))

    def beside_reach(self, state: State, unit: str, orders: Any) -> Any:
        return (order for order in orders if not isinstance(order, Go))

    def option(self, state: State, action: Action) -> Option:
        if isinstance(action, Fire):
            target = state.table.pieces.get(action.at)
            return Option(str(action), "fire", action.unit, target.at if target else 0)
        if isinstance(action, Go) and action.unit in state.table.pieces:
            piece = state.table.pieces[action.unit]
            facing = bearing(piece.centre, pointed(action.path[0]))
            cost = price(state.table, piece, action.path[0]) / MIL
            return Option(
                str(action),
                "go",
                action.unit,
                ends=action.path,
                facing=facing,
                path=action.path,
                cost=cost,
            )
        return super().option(state, action)

    def shape(self, state: State, made: Option) -> Shape | None:
        if not made.ends:
            return None
        return shape_of(pointed(made.ends[0]), made.facing, state.table.pieces[made.unit])

    def draft(self, state: State, draft: Any) -> Action:
        if draft.kind == "go" and len(draft.by) == 1 and draft.through:
            return Go(draft.by[0].unit, (draft.through[-1],))
        return super().draft(state, draft)

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        (unit,), table = units, state.table
        piece = table.pieces.get(unit)
        ask = state.pending
        if piece is None or not isinstance(ask, Ask) or ask.purpose != "movement" or piece.moved:
            return Reach(unit)
        if table.side_of(unit) != ask.side:
            return Reach(unit)
        offers = [self.offer(state, order) for order in ask.options.of_unit(unit)]
        ways = tuple(
            Way(each.id, each.path, each.shape, each.cost) for each in offers if each.shape
        )
        return Reach(unit, ways, ALLOWANCE / MIL, drafts="go", outline=outline(piece))


def outline(piece: Piece) -> tuple[Place, ...]:
    """The fan of clear ground that a base can go to."""
    fan = [
        at(piece.centre, piece.facing + turn, ALLOWANCE) for turn in range(-OBLIQUE, OBLIQUE + 1, 5)
    ]
    inside = [(max(0, min(24_000, x)), max(0, min(16_000, y))) for x, y in (piece.centre, *fan)]
    return tuple(map(placed, hull(inside)))


REPORT = Reporting(
    sketch=lambda setting: sketch_of_table(ground(setting)),
    outcome=outcome,
    fates=lambda table: outcome(table).units,
)


def book() -> Rulebook:
    clauses = {
        number: Clause(number, int(number[1]), "meadow", "procedure", text)
        for number, text in CLAUSES.items()
    }
    rules: dict[RuleNumber, str] = {1: "The battle", 2: "Movement", 3: "Fire"}
    return Rulebook("meadow", "A skirmish on a meadow", "M", "MR", rules, clauses)


SYSTEM = System(
    "meadow",
    "A skirmish on a meadow",
    ("tests.meadow",),
    rules=lambda: RULES,
    library=lambda: Library(
        setting=meadow,
        battles=lambda: (
            Listing("meadow", "The meadow", sides=NAMES, turns=6, units=4),
        ),
        book=book,
        first="meadow",
    ),
    desk=lambda: Desk(
        adviser=Advice, counters=counters, map_document=ground, field=Plot(ground, counters), report=REPORT
    ),
)  # fmt: skip
