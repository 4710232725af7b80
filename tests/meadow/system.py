"""A skirmish on a meadow: the plug, and what its table shows."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any, ClassVar

import msgspec

from grognard.desks import documents
from grognard.desks.advice import Option
from grognard.desks.cards import Cards
from grognard.desks.counters import figure
from grognard.desks.desk import Desk
from grognard.desks.documents import (
    Card,
    Counter,
    Effect,
    Ground,
    Laid,
    Motion,
    Offer,
    Provoked,
    Reach,
    Road,
    Shape,
    Way,
)
from grognard.desks.library import Library, Listing
from grognard.desks.offers import Offering
from grognard.desks.plot import Plot
from grognard.desks.reporting import Reporting, sketch_of_table
from grognard.kernel import Action, Ask, State
from grognard.mechanics.measured.footprints import Footprint, Size, centred
from grognard.mechanics.measured.gaps import gap_squared
from grognard.mechanics.measured.mils import MIL, at, bearing
from grognard.mechanics.measured.outlines import band, on_table, ring
from grognard.mechanics.measured.polygons import Polygon, hull
from grognard.mechanics.measured.zones import corridor
from grognard.mechanics.places import Place
from grognard.mechanics.rulebooks import Clause, Rulebook, RuleNumber
from grognard.systems.plug import System
from tests.meadow.drill import (
    ALLOWANCE,
    RANGE,
    SLID,
    WHEELED,
    Stand,
    badly_made,
    bears,
    legs_of,
    longest,
)
from tests.meadow.pieces import (
    FORMS,
    HEIGHT,
    NAMES,
    WIDTH,
    Drill,
    Fire,
    Go,
    Leg,
    Piece,
    Setting,
    meadow,
    placed,
    pointed,
)
from tests.meadow.rules import CLAUSES, OBLIQUE, RULES, View, outcome, price

replace = msgspec.structs.replace

COMMAND = 5_000
"""So far a chief sees to his men."""


def standing(footprint: Footprint) -> Shape:
    """A footprint as front ends draw it."""
    size = footprint.size
    return Shape(
        (placed(footprint.centre),), footprint.pose.facing, width=size.front, depth=size.depth
    )


def counters(view: View, setting: Setting) -> dict[str, Counter]:
    bases = {
        unit: Counter(
            unit, printed.name, printed.side, printed.arm, shape=standing(piece.footprint),
            formation=piece.form, formations=tuple(FORMS),
            pips=printed.strength, left=piece.strength, state="good",
            figures=(figure("strength", piece.strength),),
            marks=("fired",) * piece.fired + ("acted",) * piece.moved,
        )
        for unit, piece in view.pieces.items()
        for printed in [setting.roster[unit]]
    }  # fmt: skip
    chiefs = {
        unit: Counter(unit, name, side, "leader", shape=Shape((placed(at),)), chip="hold")
        for unit, (name, side, at) in setting.chiefs.items()
    }
    return {**bases, **chiefs}


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
        places=setting.places, unit="UD", metres=60,
    )  # fmt: skip


class Advice(Offering):
    """Where bases can go and whom they can hit."""

    roles: ClassVar[Mapping[str, str]] = {"go": "march", "drill": "march", "fire": "strike"}
    means: ClassVar[Mapping[str, str]] = {"fire": "fire"}
    alone: ClassVar[frozenset[str]] = frozenset({"fire"})
    on_map: ClassVar[frozenset[str]] = frozenset({"fire"})

    def units(self, ask: Ask) -> tuple[str, ...]:
        found = (getattr(order, "unit", "") for order in ask.options)
        return tuple(dict.fromkeys(filter(None, found)))

    def beside_reach(self, state: State, unit: str, orders: Any) -> Any:
        return (order for order in orders if not isinstance(order, Go | Drill))

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
        if isinstance(action, Drill) and action.unit in state.table.pieces:
            ends = self._ends(state, action)
            if ends:
                last, cost = ends[-1], sum(each.cost for each in ends) / MIL
                there = (placed(last.footprint.centre),)
                facing = last.footprint.pose.facing
                return Option(
                    str(action), "drill", action.unit, ends=there, facing=facing,
                    formation=last.form, path=there, cost=cost,
                )  # fmt: skip
        return super().option(state, action)

    def _ends(self, state: State, action: Drill) -> list[Stand]:
        piece = state.table.pieces[action.unit]
        return [] if badly_made(action.legs) else list(legs_of(state.table, piece, action.legs))

    def shape(self, state: State, made: Option) -> Shape | None:
        if not made.ends:
            return None
        size = FORMS[made.formation or state.table.pieces[made.unit].form]
        return standing(centred(pointed(made.ends[0]), made.facing, size))

    def offer(self, state: State, action: Action) -> Offer:
        made = super().offer(state, action)
        if isinstance(action, Fire) and made.at:
            return replace(made, over=aimed(state.table, action))
        if not isinstance(action, Drill) or made.shape is None:
            return made
        ends = self._ends(state, action)
        last = ends[-1].footprint
        foes = {
            unit: piece
            for unit, piece in state.table.pieces.items()
            if state.table.side_of(unit) != state.table.side_of(action.unit)
        }
        near = tuple(unit for unit, foe in foes.items() if bears(last, foe.footprint))
        under = tuple(unit for unit, foe in foes.items() if bears(foe.footprint, last))
        return replace(
            made,
            legs=tuple(
                documents.Leg(
                    each.leg.kind, each.leg.by, each.leg.side, each.leg.form,
                    each.cost / MIL, "", standing(each.footprint),
                )
                for each in ends
            ),
            budget=ALLOWANCE / MIL,
            provokes=(Provoked(made.at, under, "fire"),) if under else (),
            effects=(
                *(Effect("gain", "has an enemy in its range", "M3.2", (unit,)) for unit in near),
                *(Effect("risk", "comes into the range of an enemy", "M3.2", (unit,)) for unit in under),
            ),
            over=tuple(
                Laid("line", (made.at, foes[unit].at), "support", gap_text(last, foes[unit].footprint))
                for unit in near
            ),
        )  # fmt: skip

    def within(self, state: State, action: Action) -> Action | None:
        if not isinstance(action, Drill) or action.unit not in state.table.pieces:
            return None
        return longest(state.table, state.table.side_of(action.unit), action)

    def draft(self, state: State, draft: Any) -> Action:
        if draft.kind == "drill" and len(draft.by) == 1 and draft.legs:
            legs = tuple(Leg(each.kind, each.by, each.side, each.form) for each in draft.legs)
            return Drill(draft.by[0].unit, legs)
        return super().draft(state, draft)

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        if what in ("arcs", "range"):
            return {"unit": about["unit"], "table": state.table}
        return super().look(state, side, what, **about)

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        (unit,), table = units, state.table
        piece = table.pieces.get(unit)
        ask = state.pending
        if piece is None or not isinstance(ask, Ask) or ask.purpose != "movement" or piece.moved:
            return Reach(unit)
        if table.side_of(unit) != ask.side:
            return Reach(unit)
        orders = (each for each in ask.options.of_unit(unit) if isinstance(each, Go))
        offers = [self.offer(state, order) for order in orders]
        ways = tuple(
            Way(each.id, each.path, each.shape, each.cost) for each in offers if each.shape
        )
        return Reach(
            unit, ways, ALLOWANCE / MIL, drafts="drill", outline=outline(piece),
            motions=MOTIONS, forms=tuple(form for form in FORMS if form != piece.form),
        )  # fmt: skip


MOTIONS = (
    Motion("ahead"), Motion("back"), Motion("aside"), Motion("slide", SLID, SLID),
    Motion("wheel", WHEELED), Motion("about"), Motion("form"),
)  # fmt: skip


def drawn(outline: Polygon) -> tuple[Place, ...]:
    """An outline as front ends draw it."""
    return tuple(map(placed, on_table(outline, WIDTH, HEIGHT)))


def gap_text(one: Footprint, other: Footprint) -> str:
    """How far two bases are from one another, as it is written on a line."""
    return f"{isqrt(int(gap_squared(one.corners, other.corners))) / MIL:.2f}"


def aimed(table: Any, order: Fire) -> tuple[Laid, ...]:
    """The ground between a front and its target, and how far that is."""
    piece, enemy = table.pieces[order.unit], table.pieces[order.at]
    lane = tuple(map(placed, corridor(piece.footprint, enemy.centre)))
    text = gap_text(piece.footprint, enemy.footprint)
    return (
        Laid("outline", lane, "corridor"),
        Laid("line", (piece.at, enemy.at), "support", f"{text} UD"),
        Laid("pose", (), "contact", "", standing(enemy.footprint)),
    )


class MeadowCards(Cards):
    """What a base covers with its fire, and how far the chiefs see to their men."""

    def arcs(self, found: Mapping[str, Any]) -> Card:
        piece = found["table"].pieces.get(found["unit"])
        if piece is None:
            return Card()
        bands = (("near", 0, RANGE // 2), ("far", RANGE // 2, RANGE))
        return Card(
            over=tuple(
                Laid("outline", drawn(band(piece.footprint, near, far)), tone, f"{far / MIL:.0f} UD")
                for tone, near, far in bands
            )
        )  # fmt: skip

    def range(self, found: Mapping[str, Any]) -> Card:
        table = found["table"]
        setting, unit = table.setting, found["unit"]
        piece = table.pieces.get(unit)
        chiefs = setting.chiefs.values()
        side = setting.roster[unit].side if piece else setting.chiefs[unit][1]
        ((name, _, at),) = (each for each in chiefs if each[1] == side)
        edge = ring(centred(at, 0, Size(500, 500)), COMMAND)
        over = [Laid("outline", drawn(edge), "command", f"{name}, {COMMAND / MIL:.0f} UD")]
        if piece:
            over.append(Laid("line", (placed(at), piece.at), "command"))
        return Card(over=tuple(over))  # fmt: skip


def outline(piece: Piece) -> tuple[Place, ...]:
    """The fan of clear ground that a base can go to."""
    fan = [
        at(piece.centre, piece.facing + turn, ALLOWANCE) for turn in range(-OBLIQUE, OBLIQUE + 1, 5)
    ]
    return drawn(hull(on_table((piece.centre, *fan), WIDTH, HEIGHT)))


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
        adviser=Advice, counters=counters, map_document=ground, field=Plot(ground, counters), report=REPORT,
        cards=MeadowCards, overlays=("reach", "arcs", "range", "heights", "measure"),
    ),
)  # fmt: skip
