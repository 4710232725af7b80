"""Advice about a battle of La Bataille: reach, zones, sight, and the odds of what is planned.

Where a sum needs values that the side may not know, it is worked out on several states imagined
from the side's view and the chances are averaged; such an answer is marked ``estimated``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from msgspec.structs import replace

from grognard.desks import documents
from grognard.desks.advice import Option
from grognard.desks.documents import Offer, Party, Reach, Refused, Shape, Way
from grognard.desks.offers import Offering
from grognard.kernel import Action, Ask, Reason, State
from grognard.kernel.errors import GrognardError
from grognard.mechanics.hexes import SIDES, VERTICES, Hex, distance, name, neighbour
from grognard.odds import AT_TABLE, Budget, guesses, imagined_chain
from grognard.odds.formulas import Formula
from grognard.systems.bataille.actions import (
    Advance,
    Assault,
    Enter,
    FallBack,
    Finish,
    Firer,
    Form,
    Join,
    March,
    Pick,
    Restack,
    Shoot,
)
from grognard.systems.bataille.command.leader_actions import Accompany, LeadTo
from grognard.systems.bataille.desk.bending import risk_at, stop_at, way_look
from grognard.systems.bataille.desk.counters import shape_of
from grognard.systems.bataille.desk.formulas import MORALE
from grognard.systems.bataille.desk.odds import fire_odds, morale_odds
from grognard.systems.bataille.desk.officer import BatailleOfficer
from grognard.systems.bataille.desk.refusals import meant, refused
from grognard.systems.bataille.desk.rider_options import gallop_of, ridden, rider_option, short_of
from grognard.systems.bataille.desk.threat import threat_look
from grognard.systems.bataille.fire.sight import line_of_sight
from grognard.systems.bataille.horse.charge_actions import Charge, Ride
from grognard.systems.bataille.movement import arrivals, march
from grognard.systems.bataille.movement.march import InHand
from grognard.systems.bataille.movement.reach import Marches
from grognard.systems.bataille.pieces import Formation, Piece
from grognard.systems.bataille.setting import HALVES
from grognard.systems.bataille.table import Table

IMAGINED: Final = 6
"""So many states are imagined for an estimate."""

CHAINED: Final = 3
"""So many where the whole chain of an attack is followed in each."""

FARTHEST: Final = 60

ATTACKS: Final = (Shoot, Assault, Charge, Ride)

WEIGHED: Final = frozenset({
    "retreat-before-melee", "form-square", "reaction-charge", "opportunity-charge", "evade",
    "evade-charge", "declare-target", "spare-horses", "join-contact",
    "leader-slips-away", "recovery-order",
})  # fmt: skip
"""Questions in the course of an attack whose answers are weighed to its end."""


ROLES: Final = {
    "march": "march", "form": "form", "enter": "enter", "lead": "lead", "ride": "step",
    "fire": "strike", "assault": "strike", "charge": "strike", "react": "strike",
}  # fmt: skip
MEANS: Final = {"fire": "fire", "assault": "advance", "charge": "gallop", "react": "gallop"}
ON_MAP: Final = frozenset({
    "movement", "offensive-fire", "defensive-fire", "declare-assault", "designate-charges", "ride",
})  # fmt: skip
"""Questions that are acted out on the map."""


class BatailleAdviser(Offering):
    """Answers from the rules that the editions share."""

    roles: ClassVar[Mapping[str, str]] = ROLES
    means: ClassVar[Mapping[str, str]] = MEANS
    alone: ClassVar[frozenset[str]] = frozenset({"charge", "react"})
    on_map: ClassVar[frozenset[str]] = ON_MAP
    reaching: ClassVar[frozenset[str]] = frozenset({"designate-charges", "ride"})
    weighed: ClassVar[frozenset[str]] = WEIGHED | {"compulsory-assault", "follow-up-assault"}
    gained: ClassVar[frozenset[str]] = frozenset({"advance-after-melee"})

    # --- what is offered

    def units(self, ask: Ask) -> tuple[str, ...]:
        options = ask.options
        if not hasattr(options, "of_unit"):
            return ()
        table: Table = options.table
        found = [
            unit
            for unit in table.units_of(ask.side)
            if next(iter(options.of_unit(unit)), None) is not None
        ]
        waiting = {unit for unit, _ in arrivals.waiting(table, ask.side)}
        return (*found, *sorted(waiting))

    def orders(self, state: State, unit: str = "", hex_: int = 0) -> Iterator[Action]:
        ask = state.pending
        if not isinstance(ask, Ask) or not hasattr(ask.options, "of_unit"):
            return super().orders(state, unit, hex_)
        if not unit:
            return self._general(ask)
        table: Table = state.table
        named = ask.options.of_unit(unit) if unit in table.pieces else self._others(ask, unit)
        return (action for action in named if not hex_ or self._ends_at(table, action, hex_))

    def _others(self, ask: Ask, unit: str) -> Iterator[Action]:
        """Orders for a unit off the map, or for a leader."""
        return (action for action in self._general(ask) if unit in str(action).split())

    def _general(self, ask: Ask) -> Iterator[Action]:
        """What is offered besides the orders of units on the map."""
        if Finish() in ask.options:
            yield Finish()
        yield from ask.options.of_others()

    def _ends_at(self, table: Table, action: Action, at: Hex) -> bool:
        if isinstance(action, March) and action.unit in table.pieces:
            return at in end_of(table, action)[0]
        return isinstance(action, Form) and at in action.hexes

    def option(self, state: State, action: Action) -> Option:
        words, verb = str(action), str(action).partition(" ")[0]
        match action:
            case March():
                return self._march(state.table, action)
            case Form():
                return Option(
                    words, verb, action.unit, ends=action.hexes, facing=action.facing,
                    formation=action.formation.value,
                )  # fmt: skip
            case Enter():
                return Option(
                    words, verb, action.unit, ends=(action.at,), facing=action.facing,
                    formation=action.formation.value,
                )  # fmt: skip
            case Shoot():
                units = tuple(firer.unit for firer in action.firers)
                return Option(words, verb, units[0], target=action.target, units=units)
            case Assault():
                return Option(words, verb, action.units[0], action.target, action.units)
            case FallBack():
                return Option(words, verb, action.unit, ends=(action.to,))
            case Advance():
                return Option(words, verb, units=action.units)
            case Restack():
                return Option(words, verb, target=action.at, units=action.units)
            case Pick():
                return _pick(state.table, words, action)
            case _:
                return rider_option(state, action) or super().option(state, action)

    def _march(self, table: Table, order: March) -> Option:
        piece = table.pieces.get(order.unit)
        if piece is None:
            return Option(str(order), "march", order.unit)
        ends, facing, path, cost = walked(table, order)
        return Option(
            str(order), "march", order.unit, ends=ends, facing=facing, path=path, cost=cost,
            stops=stop_at(table, order.unit, ends) if ends != piece.hexes else "",
            warns=risk_at(table, order.unit, ends) if ends != piece.hexes else "",
        )  # fmt: skip

    # --- as offers

    def beside_reach(self, state: State, unit: str, orders: Iterator[Action]) -> Iterator[Action]:
        table: Table = state.table
        if not unit and self.is_grouped(state.pending):  # type: ignore[arg-type]
            return (action for action in orders if not isinstance(action, Enter | LeadTo))
        if unit not in table.pieces or not self.is_grouped(state.pending):  # type: ignore[arg-type]
            return orders
        hand, here = self._hand(state, unit), table.pieces[unit].hexes
        paths = Marches(table, hand).paths() if isinstance(hand, InHand) else {}
        shown = {path for pose, path in paths.items() if pose[0] != here}
        return (each for each in orders if not (isinstance(each, March) and each.path in shown))

    def about(self, state: State) -> str:
        gallop = getattr(getattr(state.pending, "options", None), "gallop", None)
        return str(gallop.units[0]) if gallop is not None else ""

    def place(self, state: State, action: Action, made: Option) -> Hex:
        match action:
            case Ride():
                return made.path[0] if made.path else 0
            case Pick() if made.path:
                return made.path[-1]
            case Accompany() | Join():
                return made.target
            case _:
                return super().place(state, action, made)

    def shape(self, state: State, made: Option) -> Shape | None:
        piece = state.table.pieces.get(made.unit)
        if not made.ends:
            return None
        formation = (
            Formation(made.formation) if made.formation else getattr(piece, "formation", None)
        )
        main = piece.main if piece is not None and len(piece.hexes) == len(made.ends) else 0
        return shape_of(made.ends, formation or Formation.COLUMN, made.facing, main)

    def offer(self, state: State, action: Action) -> Offer:
        made = super().offer(state, action)
        return _picked(state, made) if isinstance(action, Pick) and not made.who else made

    def usual(self, state: State, purpose: str, offers: Sequence[Offer]) -> str:
        """Who rallies goes on looking where he looks."""
        if purpose == "recovery-facing":
            facing = state.table.pieces[state.stack[-1].procedure.unit].facing  # type: ignore[attr-defined]
            return next(each.id for each in offers if each.choice == SIDES[facing])
        return super().usual(state, purpose, offers)

    def parties(self, action: Any) -> tuple[Party, ...]:
        if isinstance(action, Shoot):
            return tuple(Party(firer.unit, firer.at) for firer in action.firers)
        return super().parties(action)

    def draft(self, state: State, draft: Any) -> Action:
        if draft.kind == Shoot.verb:
            return Shoot(draft.at, tuple(Firer(party.unit, party.at) for party in draft.by))
        if draft.kind == Assault.verb:
            return Assault(draft.at, tuple(sorted(party.unit for party in draft.by)))
        return super().draft(state, draft)

    def meant(self, state: State, unit: str, at: Hex, whom: str) -> Iterator[Action]:
        return meant(self, state, unit, at)

    def barred(self, state: State, side: str, unit: str, at: Hex, whom: str) -> Reason | None:
        """Of a march the reason of the way there, of a charge that its ride does not come there."""
        table: Table = state.table
        marches = hasattr(getattr(state.pending, "options", None), "in_hand")
        known = unit in table.pieces and table.setting.ground.on_map(at)
        why = None
        if whom or not known or not marches:
            why = super().barred(state, side, unit, at, whom)
        if why is not None or not known:
            return why
        if marches:
            found = way_look(state, self._hand, unit, name(at)).get("reason")
            return Reason(**found) if found else None
        gallop = gallop_of(state, side, unit)
        return None if gallop is None else short_of(table, gallop, at)

    def refused(self, state: State, unit: str) -> tuple[Refused, ...]:
        return tuple(refused(self, state, unit))

    # --- looking

    def look(self, state: State, side: str, what: str, **about: Any) -> dict[str, Any]:
        looks: dict[str, Callable[..., dict[str, Any]]] = {
            "zones": self._zones, "sight": self._sight, "odds": self._odds,
            "units": self._units, "morale": self._morale, "threat": self._threat,
            "way": lambda state, side, **about: way_look(state, self._hand, **about),
        }  # fmt: skip
        if what not in looks:
            raise GrognardError(f"there is no look {what!r}: {', '.join(sorted(looks))}")
        return looks[what](state, side, **about)

    def _units(self, state: State, side: str, **about: Any) -> dict[str, Any]:
        ask = state.pending
        if not isinstance(ask, Ask) or ask.side != side:
            return {"units": []}
        return {"units": list(self.units(ask))}

    def reach(self, state: State, side: str, units: tuple[str, ...]) -> Reach:
        """Where a unit can march: for every place the cheapest way there."""
        table: Table = state.table
        unit = _on_map(table, units[0])
        gallop = gallop_of(state, side, unit)
        if gallop is not None:
            return ridden(table, gallop, named=hasattr(state.pending.options, "gallop"))  # type: ignore[union-attr]
        hand = self._hand(state, unit)
        if isinstance(hand, Reason):
            why = documents.Reason(hand.text, table.cites(hand.clause))
            return Reach(unit, reason=why)
        piece = table.pieces[unit]
        marches = Marches(table, hand)
        paths = marches.paths()
        best: dict[Hex, tuple[int, int, Any]] = {}
        for pose, cost in marches.costs.items():
            at = pose[0][min(piece.main, len(pose[0]) - 1)]
            if pose[0] == piece.hexes:
                continue
            key = (cost, len(paths[pose]), pose)
            if at not in best or key < best[at]:
                best[at] = key
        ways = (
            Way(
                str(March(unit, paths[pose])), tuple(_way(piece, paths[pose])),
                shape_of(pose[0], piece.formation, pose[1], piece.main), cost / HALVES,
                stop_at(table, unit, pose[0]), risk_at(table, unit, pose[0]),
            )
            for _, (cost, _, pose) in sorted(best.items())
        )  # fmt: skip
        return Reach(unit, tuple(ways), hand.left / HALVES)

    def _hand(self, state: State, unit: str) -> InHand | Reason:
        ask = state.pending
        table: Table = state.table
        if isinstance(ask, Ask) and hasattr(ask.options, "in_hand"):
            if table.side_of(unit) == ask.side:
                found: InHand | Reason = ask.options.in_hand(unit)
                return found
        return march.take_in_hand(table, unit)

    def _zones(self, state: State, side: str, of: str = "", **about: Any) -> dict[str, Any]:
        """The zones of influence of a side, hex by hex, with the units that cast them."""
        table: Table = state.table
        if of not in table.setting.sides:
            raise GrognardError(f"there is no side {of!r}: {', '.join(table.setting.sides)}")
        index = table.setting.index(of)
        return {
            "of": of,
            "hexes": {str(at): sorted(units) for at, units in sorted(table.zones[index].items())},
        }

    def _sight(
        self, state: State, side: str, origin: int = 0, target: int = 0, **about: Any
    ) -> dict[str, Any]:
        """Is the line clear? With the heights under it, and the hex that hides the target."""
        table: Table = state.table
        ground = table.setting.ground
        for at in (origin, target):
            if not ground.on_map(at):
                raise GrognardError(f"{at:04d} is not on the map")
        if distance(origin, target) > FARTHEST:
            raise GrognardError(f"nobody looks farther than {FARTHEST} hexes")
        whose = side or table.setting.sides[0]
        seen = line_of_sight(table, origin, target, whose)
        line = [origin, *seen.crossed, *([target] if target not in seen.crossed else [])]
        return {
            "origin": origin, "target": target, "distance": distance(origin, target),
            "clear": seen.clear, "blocked_by": seen.blocked_by, "reason": seen.reason,
            "clause": table.cites(seen.clause),
            "line": [
                {"hex": at, "level": ground.level[at], "terrain": ground.terrain[at]}
                for at in dict.fromkeys(line)
            ],
        }  # fmt: skip

    # --- odds

    def _odds(
        self, state: State, side: str, text: str = "", target: int = 0, **about: Any
    ) -> dict[str, Any]:
        """The account and the chances of an attack that is planned, as the side can know them.

        A charge that has a choice is weighed as it would be ridden at ``target``.

        An answer to a question on the way of an attack is followed to the end of that attack.
        """
        action = self.rules.parse(text)
        imagined = self._imagined(state, side, CHAINED)
        if not isinstance(action, (*ATTACKS, *self.charges)) and not self._is_asked(
            imagined[0], side
        ):
            raise GrognardError(
                "odds are given for fire, assaults and charges, and for answers in their course"
            )
        tables = [guess.table for guess in imagined]
        if isinstance(action, Shoot):
            return {**fire_odds(tables, side, action), **self._chain(imagined, action)}
        if isinstance(action, Assault):
            return {**self.melee_odds(tables, side, action), **self._chain(imagined, action)}
        if isinstance(action, Charge | Ride):
            for unit in action.units if isinstance(action, Charge) else (action.unit,):
                _on_map(tables[0], unit)
        planned = isinstance(action, (Charge, Ride, *self.charges))
        chain = self._chain(imagined, action, target, self.budget if planned else self.asked)
        kind = "charge" if planned else "choice"
        return {"kind": kind, "target": chain["chain"]["target"], "estimated": True, **chain}

    def _is_asked(self, state: State, side: str) -> bool:
        """Is the side asked something in the course of an attack?"""
        ask = state.pending
        return isinstance(ask, Ask) and ask.side == side and ask.purpose in self.weighed

    # --- the whole chain of an attack, and what is to be feared

    formulas: ClassVar[tuple[Formula, ...]] = (MORALE,)
    officer: ClassVar[type[BatailleOfficer]] = BatailleOfficer
    charges: ClassVar[tuple[type[Action], ...]] = ()
    budget: ClassVar[Budget] = AT_TABLE
    asked: ClassVar[Budget] = AT_TABLE
    """For an answer that stands beside others: two of them must not change places."""

    def _chain(
        self, imagined: list[State], action: Action, aim: Hex = 0, budget: Budget | None = None
    ) -> dict[str, Any]:
        """The chain as the side can know it: the mean over a few of the states it may be in."""
        officer = partial(self.officer, aim=aim)
        found = imagined_chain(officer, imagined, action, budget=budget or self.budget)
        return {"chain": found.document()}

    def _threat(self, state: State, side: str, target: int = 0, **about: Any) -> dict[str, Any]:
        """What the enemy could do next to a hex, or to every hex that the side holds."""
        if side not in self.setting.sides:
            raise GrognardError("those who watch hold nothing that could be attacked")
        imagined = self._imagined(state, side, CHAINED)

        def weigh(plan: Action, at: Hex) -> Any:
            return self._chain(imagined, plan, at)["chain"]

        return threat_look(weigh, imagined, side, target)

    def melee_odds(self, tables: Sequence[Table], side: str, order: Assault) -> dict[str, Any]:
        """The numbers of an assault; an edition has its own card of melees."""
        return {"kind": "assault", "target": order.target, "estimated": True}

    def _morale(self, state: State, side: str, unit: str = "", **about: Any) -> dict[str, Any]:
        """The chance that a unit passes a check without an occasion of its own."""
        _on_map(state.table, unit)
        tables = [guess.table for guess in self._imagined(state, side)]
        return morale_odds(tables, side, unit)

    def _imagined(self, state: State, side: str, count: int = IMAGINED) -> list[State]:
        seen = self.rules.view(state, side)
        return guesses(self.rules, seen, self.setting, count)

    def chance(self, state: State, side: str, action: Any) -> float | None:
        if isinstance(action, Shoot):
            table = self._imagined(state, side, 1)[0].table
            return float(fire_odds([table], side, action)["chance"]) * 100
        return super().chance(state, side, action)


# --- small things


def _on_map(table: Table, unit: str) -> str:
    if unit not in table.pieces:
        raise GrognardError(f"{unit!r} is not on the map")
    return unit


def _pick(table: Table, words: str, action: Pick) -> Option:
    choice = action.choice
    if choice in table.setting.roster:
        return Option(words, "pick", choice)
    hexes = choice.split("-")
    if all(len(at) == 4 and at.isdigit() and table.setting.ground.on_map(int(at)) for at in hexes):
        way = tuple(map(int, hexes))
        return Option(words, "pick", target=way[-1], path=way if len(way) > 1 else ())
    return Option(words, "pick")


def _picked(state: State, made: Offer) -> Offer:
    """A way or a facing that is picked for the unit in question, as it would then stand."""
    unit = str(getattr(state.stack[-1].procedure, "unit", "")) if state.stack else ""
    piece = state.table.pieces.get(unit)
    names = VERTICES if piece is not None and piece.faces_vertex else SIDES
    if piece is None or not (made.path or made.choice in names):
        return made
    facing = piece.facing if made.path else names.index(made.choice)
    hexes = made.path[-1:] or piece.hexes
    shape = shape_of(hexes, piece.formation, facing, 0 if made.path else piece.main)
    return replace(made, who=(unit,), shape=shape)


def _way(piece: Piece, words: tuple[str, ...]) -> Iterator[Hex]:
    """The hexes that a unit's main hex enters; wheels are not followed."""
    at = piece.at
    for word in words:
        if word in SIDES:
            at = neighbour(at, SIDES.index(word))
            yield at


def walked(table: Table, order: March) -> tuple[tuple[Hex, ...], int, tuple[Hex, ...], float]:
    """Where a march ends, how the unit then faces, the way there, and what it costs."""
    from grognard.systems.bataille.movement.words import after

    piece = table.pieces[order.unit]
    hand = march.take_in_hand(table, order.unit)
    if isinstance(hand, Reason):
        hand = InHand(order.unit, 2 * HALVES * table.printed(order.unit).movement)
    start, now = hand.spent, piece
    for word in order.path:
        leg = march.leg_from(table, hand, now, word)
        if isinstance(leg, Reason):
            break
        hand, now = after(table, hand, now, leg)
    cost = (hand.spent - start) / HALVES
    return now.hexes, now.facing, tuple(_way(piece, order.path)), cost


def end_of(table: Table, order: March) -> tuple[tuple[Hex, ...], int]:
    hexes, facing, _, _ = walked(table, order)
    return hexes, facing
