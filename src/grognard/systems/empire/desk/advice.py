"""Where bases can go: reach with its outline, candidates as ways, drafts completed and priced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from grognard import kernel
from grognard.desks.advice import Option
from grognard.desks.documents import Offer, Reach, Reason, Shape, Way
from grognard.desks.offers import Offering
from grognard.kernel import Action, Ask, State, rule
from grognard.mechanics.measured.footprints import Footprint
from grognard.mechanics.measured.mils import MIL, at
from grognard.mechanics.measured.polygons import hull
from grognard.mechanics.places import Place
from grognard.odds import guesses
from grognard.systems.empire.actions import Activate, Kind, Move
from grognard.systems.empire.charge.actions import Answer, Charge
from grognard.systems.empire.charge.declaring import charge_price
from grognard.systems.empire.command.actions import ChangeOrder
from grognard.systems.empire.desk.formulas import FORMULAS
from grognard.systems.empire.desk.ghosts import (
    arcs_of_ghost,
    as_group,
    ended,
    named_end,
    reactions_to,
)
from grognard.systems.empire.desk.legs import (
    budget_of,
    longest,
    motions,
    points,
    priced,
    primitive,
    standing,
    wanted,
)
from grognard.systems.empire.desk.odds import WEIGHED, Weighing, is_guessed
from grognard.systems.empire.desk.officer import EmpireOfficer
from grognard.systems.empire.desk.overlays import aimed, charged, drawn
from grognard.systems.empire.fire.actions import Fire
from grognard.systems.empire.fire.aims import kinds_of
from grognard.systems.empire.footprints import size_of
from grognard.systems.empire.kinds import Formation, Going
from grognard.systems.empire.movement.drill import takes
from grognard.systems.empire.movement.groups import against_likeness, linked
from grognard.systems.empire.movement.judging import against, against_acting, walked
from grognard.systems.empire.movement.options import MovementOptions
from grognard.systems.empire.movement.rates import rate_of
from grognard.systems.empire.setting import DivisionId, UnitId
from grognard.systems.empire.shock.actions import Pursue
from grognard.systems.empire.table import Table

replace = msgspec.structs.replace

ADDED = {0: "", 1: "one"}
"""Points that a chief adds, where they are not said by their number."""

FAN = 5
"""The outline of what can be reached is drawn every so many degrees."""


class EmpireAdviser(Offering):
    """What can be asked of a table of Bataille Empire."""

    roles: ClassVar[Mapping[str, str]] = {
        "move": "march", "march": "march", "fire": "strike", "charge": "strike", "ride": "lead",
    }  # fmt: skip
    means: ClassVar[Mapping[str, str]] = {"fire": "fire", "charge": "gallop"}
    alone: ClassVar[frozenset[str]] = frozenset({"fire", "charge"})
    on_map: ClassVar[frozenset[str]] = frozenset(
        {"movement", "preparatory-fire", "final-fire", "charge"}
    )

    weighed: ClassVar[frozenset[str]] = WEIGHED
    formulas = FORMULAS
    officer = EmpireOfficer

    def units(self, ask: Ask) -> tuple[str, ...]:
        found = (
            unit
            for order in ask.options
            for unit in (
                *getattr(order, "units", ()),
                *filter(None, [getattr(order, "leader", ""), getattr(order, "unit", "")]),
            )
        )
        return tuple(dict.fromkeys(found))

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        """``odds``: what an order may bring, link by link and as a whole, as the side can know it.

        Without an order the answers to what is asked are laid side by side. ``ends``: the ways of
        units by the names of where they lead.
        """
        if what == "ends":
            return {"ends": self._ends(state, side, tuple(about["unit"].split("+")))}
        if what in ("arcs", "range", "threat", "sight"):
            return {**about, "side": side, "table": state.table}
        if what != "odds":
            return super().look(state, side, what, **about)
        (guess,) = guesses(self.rules, self.rules.view(state, side), self.setting, 1, first=1)
        estimated = is_guessed(guess, side)
        weighing, text = Weighing(guess, estimated=estimated), str(about.get("text", ""))
        return weighing.found(self.rules.parse(text)) if text else weighing.choices()

    def told(self, words: str) -> Offer:
        made, action = super().told(words), self.rules.parse(words)
        if isinstance(action, Answer | Pursue | ChangeOrder):
            return replace(made, choice=how_of(action))
        return made

    def beside_reach(self, state: State, unit: str, orders: Iterator[Action]) -> Iterator[Action]:
        return (order for order in orders if not isinstance(order, Move))

    def option(self, state: State, action: Action) -> Option:
        table: Table = state.table
        if isinstance(action, Fire | Charge) and action.target in table.pieces:
            target = table.pieces[action.target].at
            formation = action.formation if isinstance(action, Charge) else ""
            return Option(str(action), action.verb, action.unit, target, formation=formation)
        if not isinstance(action, Move) or action.units[0] not in table.pieces:
            return super().option(state, action)
        unit = action.units[0]
        end = wanted(table, unit, action.path)
        place = table.setting.place(end.centre)
        forms = [each.word for each in action.path if each.kind is Kind.FORM]
        return Option(
            str(action), action.verb, unit, units=action.units, ends=(place,),
            facing=end.pose.facing, formation=(forms or [table.pieces[unit].formation.value])[-1],
            path=(place,),
        )  # fmt: skip

    def stands(self, state: State, unit: str) -> int:
        piece = state.table.pieces.get(unit)
        return piece.at if piece is not None else 0

    def shape(self, state: State, made: Option) -> Shape | None:
        if not made.ends or self.roles.get(made.kind) != "march":
            return None
        size = size_of(state.table.printed(made.unit), Formation(made.formation))
        return Shape(made.ends, made.facing, width=size.front, depth=size.depth)

    def offer(self, state: State, action: Action) -> Offer:
        """An order with its legs and their price, and with what it would bring."""
        made, table = super().offer(state, action), state.table
        if isinstance(action, Charge):
            fee = points(charge_price(table, action.unit))
            return replace(made, other=(action.target,), over=charged(table, action), fee=fee)
        if isinstance(action, Fire):
            return replace(
                made,
                other=(action.target,),
                choice=way_of(action),
                over=aimed(table, action.unit, action.target),
            )
        if isinstance(action, Activate):
            return replace(made, choice=action.division)
        if isinstance(action, Answer | Pursue):
            return replace(made, other=(), choice=how_of(action))
        if isinstance(action, ChangeOrder):
            return replace(made, choice=how_of(action))
        if not isinstance(action, Move) or made.shape is None:
            return made
        return priced(table, made, walked(table, action).walks[0])

    def draft(self, state: State, draft: Any) -> Action:
        """A base that is led by hand, or a shot or charge of another unit at the same target."""
        unit = draft.by[0].unit if draft.by else ""
        if draft.kind == "move" and draft.legs and unit in state.table.pieces:
            units = tuple(sorted(party.unit for party in draft.by))
            return Move(units, tuple(map(primitive, draft.legs)))
        for order in self.orders(state, unit):
            found = self.option(state, order)
            if unit and found.kind == draft.kind and found.target == draft.at:
                return order
        return super().draft(state, draft)

    def meant(self, state: State, unit: str, at: int, whom: str) -> Iterator[Action]:
        ask, table = state.pending, state.table
        if not isinstance(ask, Ask) or not {unit, whom} <= table.pieces.keys():
            return
        if Fire in ask.options.kinds:
            yield from (Fire(unit, kind, whom) for kind in kinds_of(table, unit))
        if Charge in ask.options.kinds:
            yield Charge(unit, whom)

    def barred(
        self, state: State, side: str, unit: str, at: int, whom: str
    ) -> kernel.Reason | None:
        """As the side may know it; whoever points at somebody while units move hears when they charge."""
        (guess,) = guesses(self.rules, self.rules.view(state, side), self.setting, 1, first=1)
        options = getattr(guess.pending, "options", None)
        if isinstance(options, MovementOptions) and whom in guess.table.pieces:
            return kernel.why_not(guess, Charge(unit, whom))[-1]
        return super().barred(guess, side, unit, at, whom)

    def within(self, state: State, action: Action) -> Action | None:
        """The longest part that can be gone; where the division's order wants a whole move, no other."""
        ask = state.pending
        if not isinstance(action, Move) or not isinstance(ask, Ask):
            return None
        options = ask.options
        if not isinstance(options, MovementOptions):
            return longest(action, lambda order: order in options)
        table, division = options.table, options.division
        part = longest(action, lambda order: against(table, division, order) is None)
        return part if part is not None and part in options else None

    def drafted(self, state: State, draft: Any) -> tuple[Offer, tuple[kernel.Reason, ...]]:
        """A draft with what its ghost could do and who may react; of a group told of whom the hand has."""
        made, reasons = super().drafted(state, draft)
        action, table = self.rules.parse(made.id), state.table
        if not isinstance(action, Move) or reasons:
            return made, reasons
        block, unit = walked(table, action), draft.by[0].unit
        moved = ended(table, block)
        stop = made.effects[:1] if made.stops else ()
        if len(action.units) > 1:
            lead = next(walk for walk in block.walks if walk.unit == unit)
            made = priced(table, replace(made, shape=standing(table.setting, lead.footprint)), lead)
            made = as_group(table, made, block, unit)
        else:
            made = replace(made, effects=made.effects[len(stop) :])
        return replace(
            made, named=tuple(named_end(table, moved, unit)),
            effects=(*stop, *reactions_to(table, block), *made.effects),
            over=(*made.over, *arcs_of_ghost(moved, unit)),
        ), reasons  # fmt: skip

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        unit, table, ask = units[0], state.table, state.pending
        name = "+".join(units)
        if not isinstance(ask, Ask) or not isinstance(ask.options, MovementOptions):
            return Reach(name)
        barred = against_acting(table, ask.options.division, units)
        if barred is not None:
            return Reach(name, reason=Reason(barred.text, barred.clause))
        card, piece = table.printed(unit), table.pieces[unit]
        return Reach(
            name, tuple(self._ways(state, units, ask.options.of_unit(unit))), budget_of(table, unit),
            companions(table, ask.options.division, unit),
            drafts="move", outline=outline(table, unit), motions=motions(card, piece.formation),
            forms=tuple(form.value for form in takes(card, piece.formation)),
        )  # fmt: skip

    def _ends(self, state: State, side: str, units: tuple[UnitId, ...]) -> list[Way]:
        """The ways of units that have a name, the cheapest to each end, as a player would call it."""
        table, found = state.table, dict[tuple[str, ...], Way]()
        for way in self.reach(state, side, tuple(sorted(units))).ways:
            order = self.rules.parse(way.id)
            if not isinstance(order, Move):
                continue
            named = tuple(named_end(table, ended(table, walked(table, order)), units[0]))
            if named and (named not in found or way.cost < found[named].cost):
                found[named] = replace(way, named=named)
        return sorted(found.values(), key=lambda way: (len(way.named), way.named))

    def _ways(
        self, state: State, units: tuple[UnitId, ...], orders: Iterable[Action]
    ) -> Iterator[Way]:
        for order in orders:
            if isinstance(order, Move) and order.units == units:
                made = self.offer(state, order)
                if made.shape is not None:
                    yield Way(made.id, made.path, made.shape, made.cost)


@rule("E24.12")
def companions(table: Table, division: DivisionId, unit: UnitId) -> tuple[UnitId, ...]:
    """Whom a unit could take along in a group: those who could be of one with it, and are linked."""
    like = [
        other
        for other in table.units_in(division)
        if other != unit and against_acting(table, division, (other,)) is None
        if against_likeness(table, (unit, other)) is None
    ]
    return tuple(sorted(linked(table, unit, like) - {unit}))


def way_of(shot: Fire) -> str:
    """How a unit fires, as sentences tell it apart."""
    parts = [shot.kind.value, "supported" * bool(shot.supports), "limber" * shot.limbers]
    return "-".join(filter(None, parts))


def how_of(order: Answer | Pursue | ChangeOrder) -> str:
    """What a charged unit does, how far a pursuit wheels, what a chief adds, as sentences tell it apart."""
    if isinstance(order, ChangeOrder):
        return ADDED.get(order.bonus, str(order.bonus))
    if isinstance(order, Answer):
        return order.how.replace(":", "-")
    side = "left" if order.turn < 0 else "right"
    return f"{side}-{abs(order.turn)}" if order.turn else "ahead"


def outline(table: Table, unit: UnitId) -> tuple[Place, ...]:
    """The ground ahead that one move of clear ground leads to, wheels paid for."""
    piece, card = table.pieces[unit], table.printed(unit)
    rate = rate_of(card, piece.formation, Going.CLEAR) or 0
    centre = Footprint(piece.pose, piece.size).centre
    fan = [
        at(centre, piece.pose.facing + turn, rate * MIL * (180 - abs(turn)) // 180)
        for turn in range(-90, 91, FAN)
    ]
    return drawn(table.setting, hull((centre, *fan)))
