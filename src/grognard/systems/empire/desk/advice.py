"""Where bases can go: reach with its outline, candidates as ways, drafts completed and priced."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from grognard.desks.advice import Option
from grognard.desks.documents import Reach, Reason, Shape, Way
from grognard.desks.offers import Offering
from grognard.kernel import Action, Ask, GrognardError, State
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import MIL, at
from grognard.mechanics.measured.polygons import hull
from grognard.mechanics.places import Place
from grognard.odds import AT_TABLE, chain, guesses, imagined_chain
from grognard.systems.empire.actions import Move
from grognard.systems.empire.desk.formulas import FORMULAS
from grognard.systems.empire.desk.odds import ODDS
from grognard.systems.empire.desk.officer import EmpireOfficer
from grognard.systems.empire.kinds import Going
from grognard.systems.empire.movement.drafting import drafted
from grognard.systems.empire.movement.judging import against_acting
from grognard.systems.empire.movement.options import MovementOptions
from grognard.systems.empire.movement.rates import MOVE, rate_of
from grognard.systems.empire.movement.walking import Walk
from grognard.systems.empire.setting import UnitId
from grognard.systems.empire.table import Table

FAN = 5
"""The outline of what can be reached is drawn every so many degrees."""


class EmpireAdviser(Offering):
    """What can be asked of a table of Bataille Empire."""

    roles: ClassVar[Mapping[str, str]] = {"move": "march", "fire": "strike"}
    on_map: ClassVar[frozenset[str]] = frozenset({"movement", "preparatory-fire", "final-fire"})

    formulas = FORMULAS
    officer = EmpireOfficer

    def units(self, ask: Ask) -> tuple[str, ...]:
        found = (
            unit
            for order in ask.options
            for unit in (*getattr(order, "units", ()), *filter(None, [getattr(order, "unit", "")]))
        )
        return tuple(dict.fromkeys(found))

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        """``odds``: what an order may bring, link by link and as a whole, as the side can know it."""
        if what != "odds":
            return super().look(state, side, what, **about)
        (guess,) = guesses(self.rules, self.rules.view(state, side), self.setting, 1, first=1)
        action = self.rules.parse(str(about.get("text", "")))
        weigh = ODDS.get(type(action))
        if weigh is None:
            raise GrognardError("this order leaves nothing to chance that could be weighed")
        if any(stand.hidden for stand in self.setting.stands.values()):
            found = imagined_chain(EmpireOfficer, (guess,), action, budget=AT_TABLE)
        else:
            found = chain(EmpireOfficer(self.setting), guess, action, budget=AT_TABLE)
        return {**weigh(guess.table, action), "chain": found.document()}

    def beside_reach(self, state: State, unit: str, orders: Iterator[Action]) -> Iterator[Action]:
        return (order for order in orders if not isinstance(order, Move))

    def option(self, state: State, action: Action) -> Option:
        if not isinstance(action, Move) or action.units[0] not in state.table.pieces:
            return super().option(state, action)
        table: Table = state.table
        walk = Walk(table, action.units[0]).along(action.path)
        place = table.setting.place
        return Option(
            str(action),
            "move",
            action.units[0],
            units=action.units,
            ends=(place(walk.footprint.centre),),
            facing=walk.footprint.pose.facing,
            formation=walk.formation.value,
            path=tuple(place(leg.end.centre) for leg in walk.legs),
            cost=round((MOVE - walk.left) / MOVE, 3),
            stops=str(walk.reason or ""),
        )

    def stands(self, state: State, unit: str) -> int:
        piece = state.table.pieces.get(unit)
        return piece.at if piece is not None else 0

    def shape(self, state: State, made: Option) -> Shape | None:
        if not made.ends or made.kind != "move":
            return None
        walk = Walk(state.table, made.unit).along(self._path(made))
        size = walk.footprint.size
        return Shape(made.ends, made.facing, width=size.front, depth=size.depth)

    def _path(self, made: Option) -> Any:
        return self.rules.parse(made.text).path  # type: ignore[attr-defined]

    def draft(self, state: State, draft: Any) -> Action:
        """A base dragged to a point: the way that leads its middle there, as far as it is legal."""
        if draft.kind == "move" and draft.by and draft.through:
            unit = draft.by[0].unit
            heading = getattr(draft, "heading", -1)
            if unit in state.table.pieces:
                return Move((unit,), drafted(state.table, unit, draft.through[-1], heading))
        return super().draft(state, draft)

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        unit, table, ask = units[0], state.table, state.pending
        if not isinstance(ask, Ask) or not isinstance(ask.options, MovementOptions):
            return Reach(unit)
        barred = against_acting(table, ask.options.division, unit)
        if barred is not None:
            return Reach(unit, reason=Reason(barred.text, barred.clause))
        offers = [self.offer(state, order) for order in ask.options.of_unit(unit)]
        ways = tuple(
            Way(each.id, each.path, each.shape, each.cost) for each in offers if each.shape
        )
        return Reach(unit, ways, 1, drafts="move", outline=outline(table, unit))


def outline(table: Table, unit: UnitId) -> tuple[Place, ...]:
    """The ground ahead that one move of clear ground leads to, wheels paid for."""
    piece, card = table.pieces[unit], table.printed(unit)
    rate = rate_of(card, piece.formation, Going.CLEAR) or 0
    centre = Footprint(piece.pose, piece.size).centre
    fan = [
        at(centre, piece.pose.facing + turn, rate * MIL * (180 - abs(turn)) // 180)
        for turn in range(-90, 91, FAN)
    ]
    width, height = table.setting.width, table.setting.height
    inside = [(max(0, min(width, x)), max(0, min(height, y))) for x, y in (centre, *fan)]
    return tuple(map(table.setting.place, hull(inside)))
